import { isInvariantCheck, satisfyingCall } from '../../assertions/assertion-types.ts';
import type { Assertion, DynamicCase } from '../../contract/index.ts';

type Ruled = DynamicCase & Required<Pick<DynamicCase, 'until'>>;

/**
 * The case with what is meant where it says nothing. A conversation that is judged beyond its checkpoints is played to
 * its end. `rules: 1` is from before: only checkpoints decide, and a simulator plays only beside them.
 */
export function effectiveRules(testCase: DynamicCase, rules: 1 | 2): Ruled {
  const { checkpoints, assertions, never, turns, until } = testCase;
  const isNew = never !== undefined || turns !== undefined || until !== undefined;
  if (rules === 1 && !isNew) {
    if (checkpoints.length > 0) return { ...testCase, assertions: [], until: 'checkpoints' };
    return { ...testCase, maxTurns: 1, until: 'done' };
  }
  const isWhole =
    assertions !== undefined ||
    never !== undefined ||
    turns !== undefined ||
    checkpoints.some(({ assert }) => assert.every(isInvariantCheck));
  return { ...testCase, until: until ?? (isWhole ? 'done' : 'checkpoints') };
}

/** Why `rules: 1` may come to another verdict on a case that was written under them. */
export function changedByRules({ checkpoints, assertions, never, turns, until }: DynamicCase): string | undefined {
  if (never !== undefined || turns !== undefined || until !== undefined) return undefined;
  if (checkpoints.length === 0) return 'a conversation without checkpoints is played to its end';
  if (assertions !== undefined) return '"assert" beside "checkpoints" is judged';
  if (checkpoints.some(({ assert }) => assert.every(isInvariantCheck))) {
    return 'a checkpoint that says what must not be holds to the end';
  }
  return hasOrderedCalls(checkpoints) ? 'checkpoints of calls in one turn need the order of "after"' : undefined;
}

/** Two checkpoints that calls satisfy, one after the other. */
function hasOrderedCalls(checkpoints: DynamicCase['checkpoints']): boolean {
  const byCalls = new Set(
    checkpoints.flatMap(({ id, assert }) => (assert.some((each) => satisfyingCall(each) !== undefined) ? [id] : [])),
  );
  return checkpoints.some(({ id, after }) => byCalls.has(id) && after.some((other) => byCalls.has(other)));
}

/** All assertions of a case, wherever they stand. */
export function assertionsIn({ checkpoints, assertions = [], never = [], turns = [] }: DynamicCase): Assertion[] {
  return [
    ...checkpoints.flatMap(({ assert }) => assert),
    ...turns.flatMap(({ assert = [] }) => assert),
    ...never,
    ...assertions,
  ];
}
