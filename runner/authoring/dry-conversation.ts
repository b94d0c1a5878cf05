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
} from './dry-case.ts';
import { createDryRunJudge, type DryRunCheckContext, type DryRunJudge } from './dry-judge.ts';
import type { DryRun, DryRunCheckpointResult, DryRunCheckResult, DryRunStatus } from './dry-result.ts';
import type { RecordedAnswer } from './recorded-answer.ts';

type DryRunDynamicCase = Extract<DryRunCase, { kind: 'dynamic' }>;
type DryRunOutcome = { status: DryRunStatus; why?: string };

/** Applies the rules of a conversation to recorded turns. */
export async function dryRunConversation(
  testCase: DryRunDynamicCase,
  answer: RecordedAnswer,
  signal: AbortSignal,
): Promise<DryRun> {
  const places: AssertionSources = new Map();
  const seenChecks = createCheckCollector(places, createDryRunJudge(answer, signal));
  const judged = await judgeRecording({
    testCase: toExecutableCase(testCase, places),
    answer,
    judge: seenChecks.judge,
  });
  const { strict, hopeful } = judged;
  const checkpoints = testCase.checkpoints.map((source, position) =>
    toDryRunCheckpointResult(source, {
      certain: strict.checkpoints?.[position],
      possible: hopeful.checkpoints?.[position],
      checks: seenChecks.checks.get(source) ?? [],
    }),
  );
  const { inferred } = judged.hopeful;
  return { ...toDryRunOutcome(judged), checks: [...seenChecks.wholeChecks.values()], checkpoints, inferred };
}

/** The rules identify assertions by object; this map finds the source of each assertion. */
type AssertionSources = Map<
  Assertion,
  { checkpoint: DryRunCheckpointSource; index: number } | { source: DryRunAssertion }
>;

type CheckCollector = {
  judge(judgement: RecordedJudgement): Promise<AssertionResult | undefined>;
  /** Maps each checkpoint to its checks at the last turn in which it was checked. */
  checks: Map<DryRunCheckpointSource, DryRunCheckResult[]>;
  /** Maps the assertions of single turns, of `never` and of the whole conversation to their checks. */
  wholeChecks: Map<DryRunAssertion, DryRunCheckResult>;
};

/**
 * Collects the results of checks. Checks that need a run are open. With open checks, a recording is judged twice: with
 * these checks taken as failed, and as passed. Only the results of the first judgement are shown, because only these
 * are certain.
 */
function createCheckCollector(places: AssertionSources, dryJudge: DryRunJudge): CheckCollector {
  const judgeCheckpoint = createCheckpointJudge(dryJudge);
  const checks: CheckCollector['checks'] = new Map();
  const wholeChecks: CheckCollector['wholeChecks'] = new Map();
  return {
    checks,
    wholeChecks,
    async judge({ assertion, open, ...judgement }) {
      const place = places.get(assertion);
      if (place === undefined) return undefined;
      if ('source' in place) {
        const check = await dryJudge(place.source, judgement);
        if (open === 'failed') wholeChecks.set(place.source, check);
        return check.result;
      }
      const checked = await judgeCheckpoint(place.checkpoint, judgement);
      if (open === 'failed') checks.set(place.checkpoint, checked);
      return checked[place.index]?.result;
    },
  };
}

function toExecutableCase(testCase: DryRunDynamicCase, places: AssertionSources): DynamicCase {
  const { whole, never, scripted, until, strict, maxTurns, simulator, inferred } = testCase;
  const toAssertionsWithSources = (sources: readonly DryRunAssertion[]): Assertion[] =>
    sources.map((source) => {
      const assertion = toAssertionOrPlaceholder(source);
      places.set(assertion, { source });
      return assertion;
    });
  const checkpoints = testCase.checkpoints.map((checkpoint): Checkpoint => {
    const { id, description, after, required, checks } = checkpoint;
    const assert = checks.map((source, index): Assertion => {
      const assertion = toAssertionOrPlaceholder(source);
      places.set(assertion, { checkpoint, index });
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
      turns: scripted?.map((own) => ({ input: '…', assert: toAssertionsWithSources(own) })),
      simulator,
      inferred,
    }),
  };
}

/** A placeholder for a case without a first message, because the recording already begins the conversation. */
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
  const missing = listMissingCheckpointIds(verdict.outcome);
  const lacks = missing.length === 0 ? '' : `Missing: ${missing.join(', ')}.`;
  if (verdict.status === 'passed') return { status: 'passed' };
  if (verdict.status !== 'open') return { status: verdict.status, why: lacks || `${verdict.outcome.error}.` };
  if (verdict.because === 'goes_on') {
    const goesOn = `The conversation would go on after turn ${verdict.outcome.turns?.length ?? 0}.`;
    return { status: 'open', why: `${lacks} ${goesOn}`.trim() };
  }
  const open = listMissingCheckpointIds(strict);
  const about = open.length > 0 ? open.join(', ') : 'the checks without a verdict';
  return { status: 'open', why: `Only a new run can decide ${about}.` };
}

function listMissingCheckpointIds({ checkpoints = [] }: JudgedRecording['strict']): string[] {
  const missing = checkpoints.filter(
    ({ required, reached, invariant }) => required && !reached && invariant === undefined,
  );
  return missing.map(({ id }) => id);
}

type CheckpointJudge = (
  source: DryRunCheckpointSource,
  checkContext: DryRunCheckContext,
) => Promise<DryRunCheckResult[]>;

/** Checks checkpoints turn by turn, and each only once in a turn. */
function createCheckpointJudge(judge: DryRunJudge): CheckpointJudge {
  const checksByKey = new Map<string, Promise<DryRunCheckResult[]>>();
  return (source, checkContext) => {
    const key = `${source.index} ${checkContext.turn}`;
    const checks = checksByKey.get(key) ?? judgeAllChecks(source, checkContext);
    checksByKey.set(key, checks);
    return checks;
  };

  async function judgeAllChecks({ checks }: DryRunCheckpointSource, checkContext: DryRunCheckContext) {
    const judged: DryRunCheckResult[] = [];
    for (const check of checks) judged.push(await judge(check, checkContext));
    return judged;
  }
}
