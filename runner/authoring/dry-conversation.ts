import type { Subject } from '../assertions/subject.ts';
import type { Assertion, AssertionResult, Checkpoint, CheckpointResult, DynamicCase } from '../contract/index.ts';
import { subjectOfConversation, subjectOfTurn } from '../kinds/attempt/subjects.ts';
import { createCheckpointBoard } from '../kinds/dynamic/checkpoints.ts';
import { effectiveRules } from '../kinds/dynamic/rules.ts';
import { createWholeRules } from '../kinds/dynamic/whole-rules.ts';
import { defined } from '../values/index.ts';
import type { DryAssertion, DryCase, DryCheckpointSource } from './dry-case.ts';
import { createDryJudge, type DryJudge } from './dry-judge.ts';
import type { DryCheck, DryCheckpoint, DryStatus } from './dry-result.ts';
import type { RecordedAnswer } from './recorded-answer.ts';

type DryDynamic = Extract<DryCase, { kind: 'dynamic' }>;
type Outcome = { status: DryStatus; why?: string };

/**
 * Plays the rules of a conversation over recorded turns. Where a check is open it is played twice, as if the check held
 * and as if it did not: what both say is certain.
 */
export async function dryConversation(
  testCase: DryDynamic,
  answer: RecordedAnswer,
  signal: AbortSignal,
): Promise<Outcome & { checks: DryCheck[]; checkpoints: DryCheckpoint[] }> {
  const dryJudge = createDryJudge(answer, signal);
  const judges = { dryJudge, judge: createCheckpointJudge(dryJudge) };
  const strict = await play({ testCase, answer, ...judges, open: 'failed' });
  const hopeful = strict.hasOpen ? await play({ testCase, answer, ...judges, open: 'passed' }) : strict;
  const checkpoints = testCase.checkpoints.map((source, position) =>
    checkpointOf(source, { certain: strict.results[position], possible: hopeful.results[position], play: strict }),
  );
  return { ...outcomeOf({ testCase, answer, strict, hopeful }), checks: strict.wholeChecks, checkpoints };
}

type Play = {
  results: CheckpointResult[];
  /** Of each checkpoint, its checks at the last turn at which it was looked at. */
  checks: Map<DryCheckpointSource, DryCheck[]>;
  /** Those of single turns, of `never` and on the whole. */
  wholeChecks: DryCheck[];
  isPassed: boolean;
  hasOpen: boolean;
  missing: string[];
  /** What failed beside missing checkpoints. */
  failures: string[];
  brokenCheck: string | undefined;
  turns: number;
  until: NonNullable<DynamicCase['until']>;
};

type Part = {
  testCase: DryDynamic;
  answer: RecordedAnswer;
  judge: CheckpointJudge;
  dryJudge: DryJudge;
  open: 'passed' | 'failed';
};

async function play({ testCase, answer, judge, dryJudge, open }: Part): Promise<Play> {
  const places: Places = new Map();
  const rules = effectiveRules(playable(testCase, places), 2);
  const board = createCheckpointBoard(rules.checkpoints, { rules: 2, strict: rules.strict });
  const checks = new Map<DryCheckpointSource, DryCheck[]>();
  const wholeChecks = new Map<DryAssertion, DryCheck>();
  const whole = createWholeRules(rules, () => undefined);
  let hasOpen = false;
  const judging = async ({ assertion, subject, turn }: { assertion: Assertion; subject: Subject; turn: number }) => {
    const place = places.get(assertion);
    if (place === undefined) return stillOpen(assertion, open);
    let check: DryCheck | undefined;
    if ('source' in place) {
      check = await dryJudge(place.source, { subject, turn });
      wholeChecks.set(place.source, check);
    } else {
      const checked = await judge(place.checkpoint, { subject, turn });
      checks.set(place.checkpoint, checked);
      check = checked[place.index];
    }
    if (check?.result !== undefined) return check.result;
    hasOpen = true;
    return stillOpen(assertion, 'source' in place && place.isForbidden ? opposite[open] : open);
  };
  const checking = { emit: () => undefined, judge: judging };
  const shift = testCase.hasInput ? 1 : 0;
  const seen: RecordedAnswer['turns'] = [];
  let ending: string | undefined;
  for (const { turn, response, ...facts } of answer.turns.slice(0, countTurns(testCase))) {
    if (response === undefined) break;
    const subject = subjectOfTurn({ ...facts, response });
    await board.check(checking, { turn, subject });
    const own = rules.turns?.[turn - 1 - shift]?.assert;
    seen.push({ ...facts, turn, response });
    ending = (await whole.afterTurn(judging, { turn, subject, own })) ?? board.outOfOrder();
    const isOver = rules.until === 'checkpoints' && testCase.scripted === undefined && board.missing().length === 0;
    if (ending !== undefined || isOver) break;
  }
  await whole.atEnd(judging, { turn: seen.length, subject: subjectOfConversation(undefined, seen) });
  const missing = board.missing();
  const failed = whole.results().filter(({ status, rule }) => status !== 'passed' && rule !== 'never');
  const failures = [
    ...(ending === undefined ? [] : [ending]),
    ...board.broken(),
    ...failed.map(({ message, type }) => message ?? type),
  ];
  return {
    ...{ results: board.results(), checks, hasOpen, missing, failures, turns: seen.length, until: rules.until },
    wholeChecks: [...wholeChecks.values()],
    isPassed: seen.length > 0 && missing.length === 0 && failures.length === 0,
    brokenCheck: board.brokenCheck(),
  };
}

const opposite = { passed: 'failed', failed: 'passed' } as const;

/** The rules know assertions by what they are: where each one comes from. */
type Places = Map<
  Assertion,
  { checkpoint: DryCheckpointSource; index: number } | { source: DryAssertion; isForbidden: boolean }
>;

/** An unsound assertion is none; this stands in its place. */
function copyOf({ assertion }: DryAssertion): Assertion {
  return { ...(assertion ?? { type: 'contains', value: '' }) };
}

function playable(testCase: DryDynamic, places: Places): DynamicCase {
  const { whole, never, scripted, until, strict, maxTurns, hasSimulator } = testCase;
  const placed = (sources: readonly DryAssertion[], isForbidden = false): Assertion[] =>
    sources.map((source) => {
      const assertion = copyOf(source);
      places.set(assertion, { source, isForbidden });
      return assertion;
    });
  const checkpoints = testCase.checkpoints.map((checkpoint): Checkpoint => {
    const { id, description, after, required, checks } = checkpoint;
    const assert = checks.map((source, index): Assertion => {
      const assertion = copyOf(source);
      places.set(assertion, { checkpoint, index });
      return assertion;
    });
    return { id, after, required, assert, description };
  });
  return {
    ...{ kind: 'dynamic', id: '', hash: '', checkpoints, maxTurns, strict },
    ...defined({
      until,
      assertions: whole.length === 0 ? undefined : placed(whole),
      never: never.length === 0 ? undefined : placed(never, true),
      turns: scripted?.map((own) => ({ input: '', assert: placed(own) })),
      simulator: hasSimulator ? { use: '' } : undefined,
    }),
  };
}

function stillOpen({ type }: Assertion, status: 'passed' | 'failed'): AssertionResult {
  return { type, status, message: 'only a run can tell' };
}

type CheckpointOutlook = { certain: CheckpointResult | undefined; possible: CheckpointResult | undefined; play: Play };

function checkpointOf(
  source: DryCheckpointSource,
  { certain, possible, play: { checks } }: CheckpointOutlook,
): DryCheckpoint {
  const { index, id, required } = source;
  const known = { index, id, required, checks: checks.get(source) ?? [] };
  if (certain?.reached === true) {
    return { ...known, standing: 'reached', turn: certain.reachedAtTurn };
  }
  if (possible?.reached === true) return { ...known, standing: 'open' };
  return { ...known, standing: 'missing', message: certain?.message };
}

type Plays = { testCase: DryDynamic; answer: RecordedAnswer; strict: Play; hopeful: Play };

function outcomeOf({ testCase, answer, strict, hopeful }: Plays): Outcome {
  if (hopeful.failures.length > 0) return { status: 'failed', why: `${hopeful.failures.join('; ')}.` };
  if (hopeful.isPassed && wouldGoOn(testCase, answer, strict)) {
    return { status: 'open', why: `The conversation would go on after turn ${strict.turns}.` };
  }
  if (strict.isPassed) return { status: 'passed' };
  if (hopeful.isPassed) {
    const about = strict.missing.length > 0 ? strict.missing.join(', ') : 'the checks that are open';
    return { status: 'open', why: `A run has to tell about ${about}.` };
  }
  const missing = `Missing: ${hopeful.missing.join(', ')}.`;
  if (goesOn(testCase, answer, strict.turns)) {
    return { status: 'open', why: `${missing} The conversation would go on after turn ${strict.turns}.` };
  }
  const isCut = strict.turns >= testCase.maxTurns && answer.turns.length > strict.turns;
  if (!isCut && (answer.status === 'timeout' || answer.status === 'skipped'))
    return { status: answer.status, why: missing };
  const isBroken = !isCut && brokenEnds.has(answer.endReason ?? '');
  return { status: isBroken || hopeful.brokenCheck !== undefined ? 'error' : 'failed', why: missing };
}

const brokenEnds: ReadonlySet<string> = new Set(['agent_error', 'simulator_error', 'input_error', 'hook_error']);

/** A recorded conversation ended at its last checkpoint, and the rules of the case would play on. */
function wouldGoOn(testCase: DryDynamic, answer: RecordedAnswer, { until, turns }: Play): boolean {
  if (until === 'checkpoints' || answer.endReason !== 'checkpoints_reached') return false;
  return (testCase.scripted !== undefined || testCase.hasSimulator) && turns < countTurns(testCase);
}

function countTurns({ scripted, hasInput, maxTurns }: DryDynamic): number {
  return scripted === undefined ? maxTurns : scripted.length + (hasInput ? 1 : 0);
}

/** Returns true if the conversation would have more turns than are recorded. */
function goesOn({ maxTurns, hasSimulator }: DryDynamic, answer: RecordedAnswer, turns: number): boolean {
  if (turns >= maxTurns) return false;
  switch (answer.endReason) {
    case undefined:
    case 'checkpoints_reached':
      return hasSimulator || answer.endReason === 'checkpoints_reached';
    case 'max_turns':
      return true;
    case 'no_simulator':
      return hasSimulator;
    default:
      return false;
  }
}

type CheckpointJudge = (source: DryCheckpointSource, place: { subject: Subject; turn: number }) => Promise<DryCheck[]>;

/** Judges checkpoints turn by turn, each once however often it is asked. */
function createCheckpointJudge(judge: DryJudge): CheckpointJudge {
  const known = new Map<string, Promise<DryCheck[]>>();
  return (source, place) => {
    const key = `${source.index} ${place.turn}`;
    const found = known.get(key) ?? judgeAll(source, place);
    known.set(key, found);
    return found;
  };

  async function judgeAll({ id, checks }: DryCheckpointSource, place: { subject: Subject; turn: number }) {
    const judged: DryCheck[] = [];
    for (const check of checks) judged.push(await judge(check, { ...place, checkpoint: id }));
    return judged;
  }
}
