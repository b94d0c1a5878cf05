import { isForbiddingAssertion } from '../../assertions/assertion-types.ts';
import type { Subject } from '../../assertions/subject.ts';
import type { Assertion, AssertionResult, Checkpoint, CheckpointResult, DynamicCase } from '../../contract/index.ts';
import type { AttemptEventBody } from '../../ports/index.ts';
import type { JudgeAssertion } from '../attempt/judge.ts';
import { createInitialResult, findPositionInTurn, toVerdicts } from './checkpoint-position.ts';
import { createPrerequisiteTracker, type PrerequisiteTracker } from './prerequisites.ts';
import { visitUnlockedIndexes } from './visit-in-rounds.ts';

/** The judge of the conversation, and a function that receives the results of checkpoints. */
export type CheckpointCheckOptions = {
  judge: JudgeAssertion;
  emit(event: Extract<AttemptEventBody, { type: 'checkpoint.updated' }>): void;
};

/** Tracks which checkpoints of a conversation have been reached. */
export type CheckpointTracker = {
  /**
   * Checks one turn against all checkpoints that are not decided yet. Returns the ids of the checkpoints that the turn
   * reached, in order of dependency.
   */
  checkTurn(checkOptions: CheckpointCheckOptions, turn: { subject: Subject; turn: number }): Promise<string[]>;
  /** Judges at the end of the conversation which invariants have held. */
  endConversation(checking: Pick<CheckpointCheckOptions, 'emit'>, turn: number): void;
  results(): CheckpointResult[];
  /** Returns the required checkpoints that are not reached, in the order of the case. */
  missing(): string[];
  /** Returns the required invariants that did not hold in some turn, each with the reason. */
  broken(): string[];
  /**
   * Returns why a check could not be made, taken from the first missing checkpoint or invariant that depends on such a
   * check.
   */
  brokenCheck(): string | undefined;
  /** The first violation of `strict`: a checkpoint whose condition held before its prerequisites were reached. */
  outOfOrder(): string | undefined;
};

type TrackedCheckpoint = {
  index: number;
  checkpoint: Checkpoint;
  isInvariant: boolean;
  isStrict: boolean;
  result: CheckpointResult;
  broken?: string | undefined;
};
/**
 * The check of one checkpoint (not of an invariant) in one turn. A judge is called only after the checkpoint's
 * prerequisites are reached.
 */
type CheckpointCheck = { entry: TrackedCheckpoint; results: (AssertionResult | undefined)[] };

/**
 * Creates the tracker of a conversation's checkpoints. `strict` applies to checkpoints that do not set it themselves.
 */
export function createCheckpointTracker(
  checkpoints: readonly Checkpoint[],
  { strict = false }: Pick<DynamicCase, 'strict'>,
): CheckpointTracker {
  const entries = checkpoints.map((checkpoint, index): TrackedCheckpoint => {
    const isInvariant = checkpoint.assert.every(isForbiddingAssertion);
    const result = createInitialResult(checkpoint, isInvariant);
    return { index, checkpoint, isInvariant, isStrict: checkpoint.strict ?? strict, result };
  });
  // An invariant does not block other checkpoints: it counts as satisfied as soon as its own prerequisites are reached.
  const prerequisites = createPrerequisiteTracker(
    entries.map(({ checkpoint: { id, after }, isInvariant }) => ({ id, after, isPassed: isInvariant })),
  );
  const isMissing = ({ isInvariant, result }: TrackedCheckpoint): boolean =>
    !isInvariant && result.required && !result.reached;
  const isBroken = ({ isInvariant, result }: TrackedCheckpoint): boolean =>
    isInvariant && result.required && result.invariant === 'broken';
  let tooEarly: string | undefined;

  return {
    async checkTurn(checkOptions, { subject, turn }) {
      const turnCheck = { checking: checkOptions, subject, turn };
      const trials = entries
        .filter(({ isInvariant, result }) => !isInvariant && !result.reached)
        .map(createCheckpointCheck);
      await runInOrder(trials, (checkpointCheck) =>
        runDueChecks(checkpointCheck, turnCheck, (assertion) => assertion.type !== 'agent'),
      );
      const inTurn = { ...turnCheck, positions: new Map<string, number | undefined>(), prerequisites };
      await checkOpenCheckpoints(trials, inTurn);
      for (const checkpointCheck of trials) {
        const early = findUnreachedViolation(checkpointCheck, inTurn);
        if (checkpointCheck.entry.isStrict) tooEarly ??= early;
      }
      const due = entries.filter(({ isInvariant, result, checkpoint }) => {
        return isInvariant && result.invariant !== 'broken' && prerequisites.isSatisfied(checkpoint.id);
      });
      await runInOrder(due, (entry) => checkInvariant(createCheckpointCheck(entry), turnCheck));
      return [...inTurn.positions.keys()];
    },
    endConversation(checking, turn) {
      for (const { isInvariant, result, broken } of entries) {
        if (!isInvariant || result.invariant !== 'kept' || broken !== undefined) continue;
        checking.emit({ type: 'checkpoint.updated', checkpoint: result.id, turn, state: 'kept' });
      }
    },
    results: () => entries.map(({ result }) => ({ ...result, outOfOrderAtTurns: [...result.outOfOrderAtTurns] })),
    missing: () => entries.filter(isMissing).map(({ result }) => result.id),
    broken: () =>
      entries
        .filter(isBroken)
        .map(
          ({ result: { id, brokenAtTurn, message } }) => `checkpoint ${id} broken in turn ${brokenAtTurn}: ${message}`,
        ),
    brokenCheck() {
      const entry = entries.find(
        (tracked) => tracked.broken !== undefined && (isMissing(tracked) || tracked.isInvariant),
      );
      return entry === undefined ? undefined : `checkpoint ${entry.result.id}: ${entry.broken}`;
    },
    outOfOrder: () => tooEarly,
  };
}

type TurnCheck = { checking: CheckpointCheckOptions; subject: Subject; turn: number };
/** One turn's checks, with the position in the turn at which each checkpoint was reached. */
type TurnProgress = TurnCheck & {
  positions: Map<string, number | undefined>;
  prerequisites: PrerequisiteTracker;
};

function createCheckpointCheck(entry: TrackedCheckpoint): CheckpointCheck {
  return { entry, results: entry.checkpoint.assert.map(() => undefined) };
}

/** Only real promises are awaited, because in a long conversation, awaiting costs more than checking. */
async function runInOrder<One>(items: readonly One[], step: (one: One) => Promise<void> | undefined): Promise<void> {
  for (const item of items) {
    const pending = step(item);
    if (pending !== undefined) await pending;
  }
}

/** Makes the outstanding checks one after the other. Returns a promise only if a judge or script is called. */
function runDueChecks(
  checkpointCheck: CheckpointCheck,
  turnCheck: TurnCheck,
  isDue: (assertion: Assertion) => boolean = () => true,
): Promise<void> | undefined {
  const { entry, results } = checkpointCheck;
  const { checking, subject, turn } = turnCheck;
  for (const [index, assertion] of entry.checkpoint.assert.entries()) {
    if (results[index] !== undefined || !isDue(assertion)) continue;
    const verdict = checking.judge({ assertion, subject, turn, sharedAssertions: entry.checkpoint.assert });
    if (verdict instanceof Promise) {
      return verdict.then((result) => {
        results[index] = result;
        return runDueChecks(checkpointCheck, turnCheck, isDue);
      });
    }
    results[index] = verdict;
  }
  return undefined;
}

/**
 * Checks the open checkpoints. When one is reached, it may open another in the same turn, even one that is listed
 * earlier.
 */
function checkOpenCheckpoints(trials: readonly CheckpointCheck[], inTurn: TurnProgress): Promise<void> {
  const { positions, prerequisites } = inTurn;
  const byIndex = new Map(trials.map((checkpointCheck) => [checkpointCheck.entry.index, checkpointCheck]));
  const openFollowers = ({ entry }: CheckpointCheck): number[] =>
    positions.has(entry.checkpoint.id) ? prerequisites.reach(entry.index) : [];
  return visitUnlockedIndexes([...byIndex.keys()].filter(prerequisites.isOpen), (index) => {
    const checkpointCheck = byIndex.get(index);
    if (checkpointCheck === undefined) return [];
    const pending = checkIfReached(checkpointCheck, inTurn);
    return pending === undefined ? openFollowers(checkpointCheck) : pending.then(() => openFollowers(checkpointCheck));
  });
}

function checkIfReached(checkpointCheck: CheckpointCheck, inTurn: TurnProgress): Promise<void> | undefined {
  const pending = runDueChecks(checkpointCheck, inTurn);
  if (pending !== undefined) return pending.then(() => markReached(checkpointCheck, inTurn));
  markReached(checkpointCheck, inTurn);
  return undefined;
}

function markReached(checkpointCheck: CheckpointCheck, { positions, checking, subject, turn }: TurnProgress): void {
  const { entry } = checkpointCheck;
  const { id: checkpoint, after, assert } = entry.checkpoint;
  if (!recordCheck(entry, listDecidedResults(checkpointCheck))) return;
  const from = after.reduce((latest, id) => Math.max(latest, positions.get(id) ?? -1), -1);
  const position = findPositionInTurn(assert, { subject, from, strict: entry.isStrict });
  if (position === 'too early') return;
  positions.set(checkpoint, position);
  Object.assign(entry.result, { reached: true, passed: true, reachedAtTurn: turn, message: undefined });
  checking.emit({
    type: 'checkpoint.updated',
    checkpoint,
    turn,
    state: 'reached',
    ...toVerdicts(listDecidedResults(checkpointCheck)),
  });
}

function listDecidedResults({ results }: CheckpointCheck): AssertionResult[] {
  return results.filter((result) => result !== undefined);
}

/** Records the result of one turn's check of a checkpoint. Returns true if all of the checkpoint's assertions hold. */
function recordCheck(entry: TrackedCheckpoint, results: readonly AssertionResult[]): boolean {
  const validation = results.find((result) => result.agentValidation !== undefined)?.agentValidation;
  if (validation !== undefined) entry.result.agentValidation = validation;
  const complaint = results.find((result) => result.status !== 'passed');
  entry.broken = results.find((result) => result.status === 'error')?.message;
  if (complaint === undefined) return true;
  entry.result.message = complaint.message ?? complaint.type;
  return false;
}

function checkInvariant(checkpointCheck: CheckpointCheck, turnCheck: TurnCheck): Promise<void> | undefined {
  const pending = runDueChecks(checkpointCheck, turnCheck);
  if (pending !== undefined) return pending.then(() => recordInvariantCheck(checkpointCheck, turnCheck));
  recordInvariantCheck(checkpointCheck, turnCheck);
  return undefined;
}

function recordInvariantCheck(checkpointCheck: CheckpointCheck, { checking, turn }: TurnCheck): void {
  const { entry } = checkpointCheck;
  const { result } = entry;
  const wasBroken = entry.broken;
  const isSatisfied = recordCheck(entry, listDecidedResults(checkpointCheck));
  entry.broken ??= wasBroken;
  if (listDecidedResults(checkpointCheck).some(({ status }) => status === 'failed')) {
    const broken = { invariant: 'broken', reached: false, passed: false, reachedAtTurn: undefined };
    Object.assign(result, { ...broken, brokenAtTurn: turn });
    const { id: checkpoint, message } = result;
    checking.emit({
      type: 'checkpoint.updated',
      checkpoint,
      turn,
      state: 'broken',
      message,
      ...toVerdicts(listDecidedResults(checkpointCheck)),
    });
    return;
  }
  const isSound = isSatisfied && entry.broken === undefined;
  Object.assign(result, { invariant: isSound ? 'kept' : 'not_judged', reached: isSound, passed: isSound });
  if (!isSound) return;
  result.reachedAtTurn ??= turn;
  result.message = undefined;
}

/** Returns the violation to report if a `strict` checkpoint was not reached. */
function findUnreachedViolation(
  checkpointCheck: CheckpointCheck,
  { checking, turn, prerequisites }: TurnProgress,
): string | undefined {
  const { entry } = checkpointCheck;
  const { result } = entry;
  if (result.reached) return undefined;
  const update = {
    type: 'checkpoint.updated',
    checkpoint: result.id,
    turn,
    ...toVerdicts(listDecidedResults(checkpointCheck)),
  } as const;
  const blockers = result.after.filter((id) => !prerequisites.isSatisfied(id));
  const isSatisfied = recordCheck(entry, listDecidedResults(checkpointCheck));
  if (!isSatisfied) {
    checking.emit({ ...update, state: 'failed_try', message: result.message });
    return undefined;
  }
  if (checkpointCheck.results.includes(undefined)) {
    result.message = `not judged: it must come after ${blockers.join(', ')}`;
    checking.emit({ ...update, state: 'failed_try', message: result.message });
    return undefined;
  }
  result.outOfOrderAtTurns.push(turn);
  const before = blockers.length === 0 ? 'but its call came before that of' : 'too early: it must come after';
  result.message = `satisfied at turn ${turn}, ${before} ${(blockers.length === 0 ? result.after : blockers).join(', ')}`;
  checking.emit({ ...update, state: 'out_of_order', message: result.message });
  return `checkpoint ${result.id} ${result.message}`;
}
