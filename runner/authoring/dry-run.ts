import type { Assertion } from '../contract/index.ts';
import { judgeRecording, type RecordingVerdict } from '../kinds/recorded/judge-recording.ts';
import type { Json } from '../values/index.ts';
import { type DryRunAssertion, type DryRunCase, parseDryRunCase, toAssertionOrPlaceholder } from './dry-run-case.ts';
import { dryRunConversation } from './dry-run-conversation.ts';
import { createDryRunJudge } from './dry-run-judge.ts';
import type { DryRun, DryRunCheckResult } from './dry-run-result.ts';
import type { RecordedAnswer } from './recorded-answer.ts';

/** A case as its author wrote it, and a recorded answer. */
export type DryRunTask = { value: Json; answer: RecordedAnswer };

/**
 * Evaluates the assertions or checkpoints of a case on a recorded answer, with the same code as a run but without
 * calling agents, models or scripts. If one of these is needed, the verdict of the recorded run is used; if there is
 * none, the result is open.
 */
export async function dryRunCase({ value, answer }: DryRunTask, signal: AbortSignal): Promise<DryRun> {
  const testCase = parseDryRunCase(value);
  return 'checks' in testCase
    ? dryRunSingleAnswer(testCase, answer, signal)
    : dryRunConversation(testCase, answer, signal);
}

async function dryRunSingleAnswer(
  testCase: Extract<DryRunCase, { kind: 'standard' }>,
  answer: RecordedAnswer,
  signal: AbortSignal,
): Promise<DryRun> {
  const [{ response } = {}] = answer.turns;
  if (response === undefined) return createUnansweredDryRun(answer);
  const { input, expected, checks: sources } = testCase;
  const dryJudge = createDryRunJudge(answer, signal);
  const assertionSources = new Map(
    sources.map((source): [Assertion, DryRunAssertion] => [toAssertionOrPlaceholder(source), source]),
  );
  const checks = new Map<DryRunAssertion, DryRunCheckResult>();
  const { inferred } = testCase;
  const { verdict, hopeful: hopefulOutcome } = await judgeRecording({
    testCase: {
      kind: 'standard',
      id: '',
      hash: '',
      input,
      expected,
      assertions: [...assertionSources.keys()],
      inferred,
    },
    answer,
    async judge({ assertion, open, ...place }) {
      const source = assertionSources.get(assertion);
      if (source === undefined) return undefined;
      const check = checks.get(source) ?? (await dryJudge(source, place));
      checks.set(source, check);
      return check.result;
    },
  });
  return {
    ...summarizeVerdict(verdict),
    checks: [...checks.values()],
    checkpoints: [],
    inferred: hopefulOutcome.inferred,
  };
}

/**
 * Returns the result of an attempt that was stopped or whose agent failed. It keeps its status, whatever the checks
 * would result in.
 */
function createUnansweredDryRun({ status }: RecordedAnswer): DryRun {
  const reason = 'This attempt has no answer of the agent.';
  return { status: status ?? 'open', why: reason, checks: [], checkpoints: [] };
}

function summarizeVerdict(verdict: RecordingVerdict): Pick<DryRun, 'status' | 'why'> {
  if (verdict.status !== 'open') return { status: verdict.status };
  const open = verdict.openChecks.length;
  return { status: 'open', why: open === 1 ? 'One check needs a new run.' : `${open} checks need a new run.` };
}
