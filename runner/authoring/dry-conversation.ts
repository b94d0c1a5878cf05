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
import { type DryAssertion, type DryCase, type DryCheckpointSource, toFullAssertion } from './dry-case.ts';
import { createDryJudge, type DryCheckContext, type DryJudge } from './dry-judge.ts';
import type { DryCheck, DryCheckpoint, DryRun, DryStatus } from './dry-result.ts';
import type { RecordedAnswer } from './recorded-answer.ts';

type DryDynamicCase = Extract<DryCase, { kind: 'dynamic' }>;
type DryOutcome = { status: DryStatus; why?: string };

/** Applies the rules of a conversation to recorded turns. */
export async function dryConversation(
  testCase: DryDynamicCase,
  answer: RecordedAnswer,
  signal: AbortSignal,
): Promise<DryRun> {
  const places: AssertionSources = new Map();
  const seenChecks = createCheckCollector(places, createDryJudge(answer, signal));
  const judged = await judgeRecording({
    testCase: toExecutableCase(testCase, places),
    answer,
    judge: seenChecks.judge,
  });
  const { strict, hopeful } = judged;
  const checkpoints = testCase.checkpoints.map((source, position) =>
    toCheckpoint(source, {
      certain: strict.checkpoints?.[position],
      possible: hopeful.checkpoints?.[position],
      checks: seenChecks.checks.get(source) ?? [],
    }),
  );
  const { inferred } = judged.hopeful;
  return { ...toDryOutcome(judged), checks: [...seenChecks.wholeChecks.values()], checkpoints, inferred };
}

/** The rules identify assertions by object; this map finds the source of each assertion. */
type AssertionSources = Map<Assertion, { checkpoint: DryCheckpointSource; index: number } | { source: DryAssertion }>;

type CheckCollector = {
  judge(judgement: RecordedJudgement): Promise<AssertionResult | undefined>;
  /** Maps each checkpoint to its checks at the last turn in which it was checked. */
  checks: Map<DryCheckpointSource, DryCheck[]>;
  /** Maps the assertions of single turns, of `never` and of the whole conversation to their checks. */
  wholeChecks: Map<DryAssertion, DryCheck>;
};

/**
 * Collects the results of checks. Checks that need a run are open. With open checks, a recording is judged twice: with
 * these checks taken as failed, and as passed. Only the results of the first judgement are shown, because only these
 * are certain.
 */
function createCheckCollector(places: AssertionSources, dryJudge: DryJudge): CheckCollector {
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

function toExecutableCase(testCase: DryDynamicCase, places: AssertionSources): DynamicCase {
  const { whole, never, scripted, until, strict, maxTurns, simulator, inferred } = testCase;
  const placeAssertions = (sources: readonly DryAssertion[]): Assertion[] =>
    sources.map((source) => {
      const assertion = toFullAssertion(source);
      places.set(assertion, { source });
      return assertion;
    });
  const checkpoints = testCase.checkpoints.map((checkpoint): Checkpoint => {
    const { id, description, after, required, checks } = checkpoint;
    const assert = checks.map((source, index): Assertion => {
      const assertion = toFullAssertion(source);
      places.set(assertion, { checkpoint, index });
      return assertion;
    });
    return { id, after, required, assert, description };
  });
  return {
    kind: 'dynamic',
    id: '',
    hash: '',
    input: inputOrPlaceholder(testCase),
    checkpoints,
    maxTurns,
    strict,
    ...withoutUndefined({
      until,
      assertions: whole.length === 0 ? undefined : placeAssertions(whole),
      never: never.length === 0 ? undefined : placeAssertions(never),
      turns: scripted?.map((own) => ({ input: '…', assert: placeAssertions(own) })),
      simulator,
      inferred,
    }),
  };
}

/** A placeholder for a case without a first message, because the recording already begins the conversation. */
function inputOrPlaceholder({ input, scripted, simulator }: DryDynamicCase): CaseInput | undefined {
  return input ?? (scripted === undefined && simulator === undefined ? '…' : undefined);
}

type CheckpointPossibilities = {
  certain: CheckpointResult | undefined;
  possible: CheckpointResult | undefined;
  checks: DryCheck[];
};

function toCheckpoint(
  { index, id, required }: DryCheckpointSource,
  { certain, possible, checks }: CheckpointPossibilities,
): DryCheckpoint {
  const checkpoint = { index, id, required, checks };
  if (certain?.reached === true) return { ...checkpoint, standing: 'reached', turn: certain.reachedAtTurn };
  if (possible?.reached === true) return { ...checkpoint, standing: 'open' };
  return { ...checkpoint, standing: 'missing', message: certain?.message };
}

function toDryOutcome({ verdict, strict }: JudgedRecording): DryOutcome {
  const missing = missingCheckpoints(verdict.outcome);
  const lacks = missing.length === 0 ? '' : `Missing: ${missing.join(', ')}.`;
  if (verdict.status === 'passed') return { status: 'passed' };
  if (verdict.status !== 'open') return { status: verdict.status, why: lacks || `${verdict.outcome.error}.` };
  if (verdict.because === 'goes_on') {
    const goesOn = `The conversation would go on after turn ${verdict.outcome.turns?.length ?? 0}.`;
    return { status: 'open', why: `${lacks} ${goesOn}`.trim() };
  }
  const open = missingCheckpoints(strict);
  const about = open.length > 0 ? open.join(', ') : 'the checks without a verdict';
  return { status: 'open', why: `Only a new run can decide ${about}.` };
}

function missingCheckpoints({ checkpoints = [] }: JudgedRecording['strict']): string[] {
  const missing = checkpoints.filter(
    ({ required, reached, invariant }) => required && !reached && invariant === undefined,
  );
  return missing.map(({ id }) => id);
}

type CheckpointJudge = (source: DryCheckpointSource, checkContext: DryCheckContext) => Promise<DryCheck[]>;

/** Checks checkpoints turn by turn, and each only once in a turn. */
function createCheckpointJudge(judge: DryJudge): CheckpointJudge {
  const checksByKey = new Map<string, Promise<DryCheck[]>>();
  return (source, checkContext) => {
    const key = `${source.index} ${checkContext.turn}`;
    const checks = checksByKey.get(key) ?? judgeAll(source, checkContext);
    checksByKey.set(key, checks);
    return checks;
  };

  async function judgeAll({ checks }: DryCheckpointSource, checkContext: DryCheckContext) {
    const judged: DryCheck[] = [];
    for (const check of checks) judged.push(await judge(check, checkContext));
    return judged;
  }
}
