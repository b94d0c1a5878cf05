import type { Assertion, StandardOrDynamicCase } from '../../contract/index.ts';

/** The list of the case to which an assertion belongs. */
export type RuleList = 'assert' | 'checkpoint' | 'never' | 'turn';

export function createRuleListLookup(testCase: StandardOrDynamicCase): (assertion: Assertion) => RuleList {
  if (testCase.kind === 'standard') return () => 'assert';
  const inTurns = new Set(testCase.turns?.flatMap(({ assert = [] }) => assert));
  const inCheckpoints = new Set(testCase.checkpoints.flatMap(({ assert }) => assert));
  const inNever = new Set(testCase.never);
  return (assertion) => {
    if (inCheckpoints.has(assertion)) return 'checkpoint';
    if (inNever.has(assertion)) return 'never';
    return inTurns.has(assertion) ? 'turn' : 'assert';
  };
}
