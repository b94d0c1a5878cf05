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
 * Evaluates the assertions or the checkpoints of a case on a recorded answer, with the engine's own checks. Calls no
 * agent, model or script. Where only these can decide, the recorded verdict on the same question is used; without one,
 * the result is open.
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
 * Creates the result for an attempt that was stopped or whose agent failed: it keeps its status, whatever its checks
 * would show.
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
