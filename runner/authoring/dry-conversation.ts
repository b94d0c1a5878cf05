import type { Subject } from '../assertions/subject.ts';
import type { Assertion, AssertionResult, Checkpoint, CheckpointResult } from '../contract/index.ts';
import { subjectOfTurn } from '../kinds/attempt/subjects.ts';
import { createCheckpointBoard } from '../kinds/dynamic/checkpoints.ts';
import type { DryCase, DryCheckpointSource } from './dry-case.ts';
import { createDryJudge, type DryJudge } from './dry-judge.ts';
import type { DryCheck, DryCheckpoint, DryStatus } from './dry-result.ts';
import type { RecordedAnswer } from './recorded-answer.ts';

type DynamicCase = Extract<DryCase, { kind: 'dynamic' }>;
type Outcome = { status: DryStatus; why?: string };

/**
 * Plays a checkpoint graph over recorded turns. Where a check is open it is played twice, as if the check held and as
 * if it did not: what both say is certain.
 */
export async function dryConversation(
  testCase: DynamicCase,
  answer: RecordedAnswer,
  signal: AbortSignal,
): Promise<Outcome & { checks: DryCheck[]; checkpoints: DryCheckpoint[] }> {
  const judge = createCheckpointJudge(createDryJudge(answer, signal));
  const strict = await play({ testCase, answer, judge, open: 'failed' });
  const hopeful = strict.hasOpen ? await play({ testCase, answer, judge, open: 'passed' }) : strict;
  const checkpoints = testCase.checkpoints.map((source, position) =>
    checkpointOf(source, { certain: strict.results[position], possible: hopeful.results[position], play: strict }),
  );
  return { ...outcomeOf({ testCase, answer, strict, hopeful }), checks: [], checkpoints };
}

type Play = {
  results: CheckpointResult[];
  /** Of each checkpoint, its checks at the last turn at which it was looked at. */
  checks: Map<DryCheckpointSource, DryCheck[]>;
  isPassed: boolean;
  hasOpen: boolean;
  missing: string[];
  brokenCheck: string | undefined;
  turns: number;
};

type Part = { testCase: DynamicCase; answer: RecordedAnswer; judge: CheckpointJudge; open: 'passed' | 'failed' };

async function play({ testCase, answer, judge, open }: Part): Promise<Play> {
  const places: Places = new Map();
  const board = createCheckpointBoard(testCase.checkpoints.map((source) => playable(source, places)));
  const checks = new Map<DryCheckpointSource, DryCheck[]>();
  let hasOpen = false;
  const checking = {
    emit: () => undefined,
    async judge({ assertion, subject, turn }: { assertion: Assertion; subject: Subject; turn: number }) {
      const place = places.get(assertion);
      if (place === undefined) return stillOpen(assertion, open);
      const checked = await judge(place.checkpoint, { subject, turn });
      checks.set(place.checkpoint, checked);
      const result = checked[place.index]?.result;
      if (result === undefined) hasOpen = true;
      return result ?? stillOpen(assertion, open);
    },
  };
  let turns = 0;
  for (const { turn, response, ...facts } of answer.turns.slice(0, testCase.maxTurns)) {
    if (response === undefined) break;
    await board.check(checking, { turn, subject: subjectOfTurn({ ...facts, response }) });
    turns += 1;
    if (board.missing().length === 0) break;
  }
  const missing = board.missing();
  const isPassed = turns > 0 && missing.length === 0;
  return { results: board.results(), checks, isPassed, hasOpen, missing, brokenCheck: board.brokenCheck(), turns };
}

/** The board knows assertions by what they are: where each one comes from. */
type Places = Map<Assertion, { checkpoint: DryCheckpointSource; index: number }>;

function playable(checkpoint: DryCheckpointSource, places: Places): Checkpoint {
  const { id, description, after, required, checks } = checkpoint;
  const assert = checks.map((source, index): Assertion => {
    // An unsound assertion is none; this stands in its place.
    const assertion: Assertion = { ...(source.assertion ?? { type: 'contains', value: '' }) };
    places.set(assertion, { checkpoint, index });
    return assertion;
  });
  return { id, after, required, assert, description };
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

type Plays = { testCase: DynamicCase; answer: RecordedAnswer; strict: Play; hopeful: Play };

function outcomeOf({ testCase, answer, strict, hopeful }: Plays): Outcome {
  if (strict.isPassed) return { status: 'passed' };
  if (hopeful.isPassed) return { status: 'open', why: `A run has to tell about ${strict.missing.join(', ')}.` };
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

/** Returns true if the conversation would have more turns than are recorded. */
function goesOn({ maxTurns, hasSimulator }: DynamicCase, answer: RecordedAnswer, turns: number): boolean {
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
