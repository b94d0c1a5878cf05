import type {
  Assertion,
  AssertionResult,
  CaseInput,
  Checkpoint,
  CheckpointResult,
  DynamicCase,
} from '../contract/index.ts';
import { type JudgedRecording, judgeRecording, type RecordedJudgement } from '../kinds/recorded/judge-recording.ts';
import { withoutUndefined } from '../values/index.ts';
import {
  type DryRunAssertion,
  type DryRunCase,
  type DryRunCheckpointSource,
  toAssertionOrPlaceholder,
} from './dry-run-case.ts';
import { createDryRunJudge, type DryRunCheckContext, type DryRunJudge } from './dry-run-judge.ts';
import type { DryRun, DryRunCheckpointResult, DryRunCheckResult, DryRunStatus } from './dry-run-result.ts';
import type { RecordedAnswer } from './recorded-answer.ts';

type DryRunDynamicCase = Extract<DryRunCase, { kind: 'dynamic' }>;
type DryRunOutcome = { status: DryRunStatus; why?: string };

/** Evaluates the rules of a conversation on recorded turns. */
export async function dryRunConversation(
  testCase: DryRunDynamicCase,
  answer: RecordedAnswer,
  signal: AbortSignal,
): Promise<DryRun> {
  const assertionSources: AssertionSources = new Map();
  const checkCollector = createCheckCollector(assertionSources, createDryRunJudge(answer, signal));
  const judgedRecording = await judgeRecording({
    testCase: toExecutableCase(testCase, assertionSources),
    answer,
    judge: checkCollector.judge,
  });
  const { strict, hopeful } = judgedRecording;
  const checkpoints = testCase.checkpoints.map((source, position) =>
    toDryRunCheckpointResult(source, {
      certain: strict.checkpoints?.[position],
      possible: hopeful.checkpoints?.[position],
      checks: checkCollector.checks.get(source) ?? [],
    }),
  );
  const { inferred } = judgedRecording.hopeful;
  return {
    ...toDryRunOutcome(judgedRecording),
    checks: [...checkCollector.wholeChecks.values()],
    checkpoints,
    inferred,
  };
}

/** Finds the source of each assertion. The rules identify assertions by object identity. */
type AssertionSources = Map<
  Assertion,
  { checkpoint: DryRunCheckpointSource; index: number } | { source: DryRunAssertion }
>;

type CheckCollector = {
  judge(judgement: RecordedJudgement): Promise<AssertionResult | undefined>;
  /** For each checkpoint, the results of its assertions in the last turn in which it was checked. */
  checks: Map<DryRunCheckpointSource, DryRunCheckResult[]>;
  /** For each other assertion, its result: those of single turns, of `never`, and of the whole conversation. */
  wholeChecks: Map<DryRunAssertion, DryRunCheckResult>;
};

/**
 * Collects the results of checks. A check that needs a run is open. If there are open checks, the recording is judged
 * twice: as if they all failed, and as if they all passed. Only the results of the first judgement are shown.
 */
function createCheckCollector(assertionSources: AssertionSources, dryJudge: DryRunJudge): CheckCollector {
  const judgeCheckpoint = createCheckpointJudge(dryJudge);
  const checks: CheckCollector['checks'] = new Map();
  const wholeChecks: CheckCollector['wholeChecks'] = new Map();
  return {
    checks,
    wholeChecks,
    async judge({ assertion, open, ...judgement }) {
      const assertionSource = assertionSources.get(assertion);
      if (assertionSource === undefined) return undefined;
      if ('source' in assertionSource) {
        const check = await dryJudge(assertionSource.source, judgement);
        if (open === 'failed') wholeChecks.set(assertionSource.source, check);
        return check.result;
      }
      const checkpointChecks = await judgeCheckpoint(assertionSource.checkpoint, judgement);
      if (open === 'failed') checks.set(assertionSource.checkpoint, checkpointChecks);
      return checkpointChecks[assertionSource.index]?.result;
    },
  };
}

function toExecutableCase(testCase: DryRunDynamicCase, assertionSources: AssertionSources): DynamicCase {
  const { whole, never, scripted, until, strict, maxTurns, simulator, inferred } = testCase;
  const toAssertionsWithSources = (sources: readonly DryRunAssertion[]): Assertion[] =>
    sources.map((source) => {
      const assertion = toAssertionOrPlaceholder(source);
      assertionSources.set(assertion, { source });
      return assertion;
    });
  const checkpoints = testCase.checkpoints.map((checkpoint): Checkpoint => {
    const { id, description, after, required, checks } = checkpoint;
    const assert = checks.map((source, index): Assertion => {
      const assertion = toAssertionOrPlaceholder(source);
      assertionSources.set(assertion, { checkpoint, index });
      return assertion;
    });
    return { id, after, required, assert, description };
  });
  return {
    kind: 'dynamic',
    id: '',
    hash: '',
    input: getInputOrPlaceholder(testCase),
    checkpoints,
    maxTurns,
    strict,
    ...withoutUndefined({
      until,
      assertions: whole.length === 0 ? undefined : toAssertionsWithSources(whole),
      never: never.length === 0 ? undefined : toAssertionsWithSources(never),
      turns: scripted?.map((turnRules) => ({ input: '…', assert: toAssertionsWithSources(turnRules) })),
      simulator,
      inferred,
    }),
  };
}

/**
 * Returns the input of the case. If it has no first message, returns a placeholder, because the recording contains the
 * beginning of the conversation.
 */
function getInputOrPlaceholder({ input, scripted, simulator }: DryRunDynamicCase): CaseInput | undefined {
  return input ?? (scripted === undefined && simulator === undefined ? '…' : undefined);
}

type CheckpointPossibilities = {
  certain: CheckpointResult | undefined;
  possible: CheckpointResult | undefined;
  checks: DryRunCheckResult[];
};

function toDryRunCheckpointResult(
  { index, id, required }: DryRunCheckpointSource,
  { certain, possible, checks }: CheckpointPossibilities,
): DryRunCheckpointResult {
  const checkpoint = { index, id, required, checks };
  if (certain?.reached === true) return { ...checkpoint, standing: 'reached', turn: certain.reachedAtTurn };
  if (possible?.reached === true) return { ...checkpoint, standing: 'open' };
  return { ...checkpoint, standing: 'missing', message: certain?.message };
}

function toDryRunOutcome({ verdict, strict }: JudgedRecording): DryRunOutcome {
  const missingIds = listMissingCheckpointIds(verdict.outcome);
  const missingText = missingIds.length === 0 ? '' : `Missing: ${missingIds.join(', ')}.`;
  if (verdict.status === 'passed') return { status: 'passed' };
  if (verdict.status !== 'open') return { status: verdict.status, why: missingText || `${verdict.outcome.error}.` };
  if (verdict.because === 'goes_on') {
    const continuationText = `The conversation would go on after turn ${verdict.outcome.turns?.length ?? 0}.`;
    return { status: 'open', why: `${missingText} ${continuationText}`.trim() };
  }
  const openIds = listMissingCheckpointIds(strict);
  const openText = openIds.length > 0 ? openIds.join(', ') : 'the checks without a verdict';
  return { status: 'open', why: `Only a new run can decide ${openText}.` };
}

function listMissingCheckpointIds({ checkpoints = [] }: JudgedRecording['strict']): string[] {
  const missingCheckpoints = checkpoints.filter(
    ({ required, reached, invariant }) => required && !reached && invariant === undefined,
  );
  return missingCheckpoints.map(({ id }) => id);
}

type CheckpointJudge = (
  source: DryRunCheckpointSource,
  checkContext: DryRunCheckContext,
) => Promise<DryRunCheckResult[]>;

/** Evaluates checkpoints turn by turn, each of them only once per turn. */
function createCheckpointJudge(judge: DryRunJudge): CheckpointJudge {
  const checksByKey = new Map<string, Promise<DryRunCheckResult[]>>();
  return (source, checkContext) => {
    const key = `${source.index} ${checkContext.turn}`;
    const checks = checksByKey.get(key) ?? judgeAllChecks(source, checkContext);
    checksByKey.set(key, checks);
    return checks;
  };

  async function judgeAllChecks({ checks }: DryRunCheckpointSource, checkContext: DryRunCheckContext) {
    const results: DryRunCheckResult[] = [];
    for (const check of checks) results.push(await judge(check, checkContext));
    return results;
  }
}
