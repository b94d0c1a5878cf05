import { isForbiddingAssertion } from '../../assertions/assertion-types.ts';
import type { Assertion, DynamicCase } from '../../contract/index.ts';

type CaseWithRules = DynamicCase & Required<Pick<DynamicCase, 'until'>>;

/**
 * Fills in the default of `until`. A case that has other rules than checkpoints to reach runs until the conversation is
 * over; any other case ends with its last checkpoint.
 */
export function resolveCaseRules(testCase: DynamicCase): CaseWithRules {
  const { checkpoints, assertions, never, turns, until } = testCase;
  const isWhole =
    assertions !== undefined ||
    never !== undefined ||
    turns !== undefined ||
    checkpoints.some(({ assert }) => assert.every(isForbiddingAssertion));
  return { ...testCase, until: until ?? (isWhole ? 'done' : 'checkpoints') };
}

/** Returns the assertions in all lists of a case. */
export function listAssertions({ checkpoints, assertions = [], never = [], turns = [] }: DynamicCase): Assertion[] {
  return [
    ...checkpoints.flatMap(({ assert }) => assert),
    ...turns.flatMap(({ assert = [] }) => assert),
    ...never,
    ...assertions,
  ];
}
