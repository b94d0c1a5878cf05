import { isInvariantCheck } from '../../assertions/assertion-types.ts';
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

/** All assertions of a case, wherever they stand. */
export function assertionsIn({ checkpoints, assertions = [], never = [], turns = [] }: DynamicCase): Assertion[] {
  return [
    ...checkpoints.flatMap(({ assert }) => assert),
    ...turns.flatMap(({ assert = [] }) => assert),
    ...never,
    ...assertions,
  ];
}
