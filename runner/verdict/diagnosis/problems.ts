import type { AssertionResult, CaseResult, CheckpointResult } from '../../contract/index.ts';
import { hasActualValue, isFailing } from '../../fold/index.ts';
import { type Json, toCanonicalJson } from '../../values/index.ts';
import { quoteNearestPassage, simplifyFailureMessage } from '../cause/simplify-failure-message.ts';
import { describeEndReason } from './end-words.ts';

/**
 * The length at which a text in a failure message is cut off: a message contains only the first 200 characters of a
 * long text.
 */
const MAX_COMPARED_LENGTH = 200;

export type DiagnosedProblem =
  | {
      kind: 'stuck';
      /** A checkpoint that was never reached, although no other checkpoint blocked it. */
      checkpoint: string;
      /** The turn from which the checkpoint could have been reached; undefined if this is the first turn. */
      since?: number;
      /** What was missing for this checkpoint in the last turn. */
      message?: string;
      /** Required checkpoints that were blocked by this one. */
      waiting: string[];
      /** A text about how the conversation ended. */
      ending?: string;
      /** A checkpoint that must come after this one, but was met before it. */
      ahead?: OrderProblem;
    }
  | {
      kind: 'order';
      checkpoint: string;
      turn: number;
      /** The checkpoints that had to be reached first. */
      before: string[];
      waiting: string[];
    }
  | {
      kind: 'wrong';
      message: string;
      turn?: number;
      /** The failed assertion, if an assertion is the reason for the problem. */
      assertion?: AssertionResult;
      /** Identifies the check, independent of its result. */
      check: string;
      /** The expected value as text for people; missing if the message already contains it. */
      expected?: string;
      actual?: string;
      place?: string;
    }
  | { kind: 'broke'; status: 'error' | 'timeout'; message: string; turn?: number };

/** Returns all problems of an attempt, the most important first; empty for an attempt that did not fail. */
export function listProblems(result: CaseResult): DiagnosedProblem[] {
  const { status, error } = result;
  if (!isFailing(status)) return [];
  if (status === 'error' || status === 'timeout') {
    const turn = result.fault?.turn ?? result.turns?.at(-1)?.turn;
    return [{ kind: 'broke', status, message: error ?? result.reason ?? status, turn }];
  }
  const failed = result.assertions.filter((assertion) => assertion.status === 'failed');
  const problems = [
    ...failed.filter(({ rule }) => rule === 'never').map(createFailedAssertionProblem),
    ...findMissingCheckpoints(result),
    ...(result.checkpoints ?? []).filter(isBrokenInvariant).map(createBrokenRuleProblem),
    ...failed.filter(({ rule }) => rule !== 'never').map(createFailedAssertionProblem),
  ];
  if (problems.length > 0) return problems;
  const unmade = result.assertions
    .filter((assertion) => assertion.status === 'error')
    .map(createFailedAssertionProblem);
  const message = error ?? result.reason ?? status;
  return unmade.length > 0 ? unmade : [{ kind: 'wrong', message, check: message }];
}

function isMissingCheckpoint({ reached, invariant }: CheckpointResult): boolean {
  return !reached && invariant === undefined;
}

/**
 * Returns the missing checkpoints that no other checkpoint blocked. Each comes with the checkpoints that it blocks,
 * which are not reported separately.
 */
function findMissingCheckpoints({ checkpoints = [], turns = [], endReason }: CaseResult): DiagnosedProblem[] {
  const early = endReason === 'out_of_order' ? checkpoints.find(isCheckpointTooEarly) : undefined;
  // If the conversation ended because a checkpoint was met too early, it is unknown whether later checkpoints would
  // have been reached.
  if (early !== undefined) return [createCheckpointTooEarlyProblem(early, { checkpoints, waiting: [] })];
  const byId = new Map(checkpoints.map((checkpoint) => [checkpoint.id, checkpoint]));
  const waitingFor = new Map<CheckpointResult, string[]>();
  for (const checkpoint of checkpoints) {
    if (!checkpoint.required || !isMissingCheckpoint(checkpoint)) continue;
    const root = findRootCheckpoint(checkpoint, byId);
    const ids = waitingFor.get(root) ?? [];
    waitingFor.set(root, root === checkpoint ? ids : [...ids, checkpoint.id]);
  }
  return [...waitingFor].map(([root, waiting]): DiagnosedProblem => {
    if (isCheckpointTooEarly(root)) return createCheckpointTooEarlyProblem(root, { checkpoints, waiting });
    const { id: checkpoint, message } = root;
    const early = waiting.flatMap((id) => byId.get(id) ?? []).find(isCheckpointTooEarly);
    const ahead = early && createCheckpointTooEarlyProblem(early, { checkpoints, waiting: [] });
    const since = findTurnWhenDue(root, byId);
    const endText = endReason && describeEndReason(endReason, turns.length);
    return {
      kind: 'stuck',
      checkpoint,
      since,
      message: message && simplifyFailureMessage(message),
      waiting,
      ending: endText,
      ahead,
    };
  });
}

function isCheckpointTooEarly({ reached, outOfOrderAtTurns }: CheckpointResult): boolean {
  return !reached && outOfOrderAtTurns.length > 0;
}

type OrderProblem = Extract<DiagnosedProblem, { kind: 'order' }>;

type ProblemContext = { checkpoints: readonly CheckpointResult[]; waiting: string[] };

/**
 * Finds a checkpoint that was met too early. The order of calls within a turn counts, so its missing prerequisite may
 * have been met later in the same turn.
 */
function createCheckpointTooEarlyProblem(
  { id, after, outOfOrderAtTurns }: CheckpointResult,
  { checkpoints, waiting }: ProblemContext,
): OrderProblem {
  const turn = outOfOrderAtTurns[0] ?? 1;
  const reached = new Set(
    checkpoints.flatMap(({ id: other, reachedAtTurn = turn }) => (reachedAtTurn < turn ? [other] : [])),
  );
  return { kind: 'order', checkpoint: id, turn, before: after.filter((other) => !reached.has(other)), waiting };
}

/**
 * Finds the checkpoint that blocks all others. A cycle is possible only in imported results, because cases with a cycle
 * are rejected when they are loaded.
 */
function findRootCheckpoint(
  checkpoint: CheckpointResult,
  byId: ReadonlyMap<string, CheckpointResult>,
): CheckpointResult {
  const visited = new Set<CheckpointResult>();
  let root = checkpoint;
  while (!visited.has(root)) {
    visited.add(root);
    root = root.after.flatMap((id) => byId.get(id) ?? []).find(isMissingCheckpoint) ?? root;
  }
  return root;
}

function findTurnWhenDue(root: CheckpointResult, byId: ReadonlyMap<string, CheckpointResult>): number | undefined {
  const turns = root.after.flatMap((id) => byId.get(id)?.reachedAtTurn ?? []);
  return turns.length === 0 ? undefined : Math.max(...turns);
}

function isBrokenInvariant({ required, invariant }: CheckpointResult): boolean {
  return required && invariant === 'broken';
}

function createBrokenRuleProblem({ id, brokenAtTurn, message = '' }: CheckpointResult): DiagnosedProblem {
  const words = `\`${id}\` broken${message === '' ? '' : `: ${simplifyFailureMessage(message)}`}`;
  return { kind: 'wrong', message: words, check: `rule ${id}`, turn: brokenAtTurn };
}

function createFailedAssertionProblem(assertion: AssertionResult): DiagnosedProblem {
  const { type, path, negate, expected, actual, turn, rule, place, message = type, agentValidation } = assertion;
  // The turn is stored in a separate field, so it is removed from the message.
  const words = turn === undefined ? message : message.replace(new RegExp(`, turn ${turn}$`), '');
  const check = JSON.stringify([rule, type, path, negate, place, expected ?? agentValidation?.criteria ?? words]);
  const problem = {
    kind: 'wrong',
    message: simplifyFailureMessage(words, actual),
    check,
    turn,
    assertion,
    place,
  } as const;
  if (!hasActualValue(assertion)) return problem;
  const came = actual ?? null;
  return {
    ...problem,
    ...(isValueInMessage(expected, words) ? {} : { expected: JSON.stringify(expected) }),
    ...(isValueInMessage(came, words) ? {} : { actual: formatActualValue(came, expected) }),
  };
}

function isValueInMessage(value: Json | undefined, message: string): boolean {
  if (value === undefined || message.includes(JSON.stringify(value))) return true;
  if (message.includes(toCanonicalJson(value).slice(0, MAX_COMPARED_LENGTH))) return true;
  return (
    typeof value === 'string' &&
    (message.includes(value) || message.includes(JSON.stringify(value).slice(1, MAX_COMPARED_LENGTH)))
  );
}

function formatActualValue(actual: Json, expected: Json | undefined): string {
  if (typeof actual !== 'string') return JSON.stringify(actual);
  return quoteNearestPassage(actual, typeof expected === 'string' ? [expected] : []);
}
