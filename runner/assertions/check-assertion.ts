import type { Assertion } from '../contract/index.ts';
import type { AssertionProblem } from './assertion-rules.ts';
import { rulesOf } from './assertion-types.ts';

export type AssertionCheck = (assertion: Assertion) => AssertionProblem[];

/** A check that compiles each pattern once, for loading many cases; it lives as long as its caller keeps it. */
export function createAssertionCheck(): AssertionCheck {
  const known = new Map<string, AssertionProblem[]>();
  return (assertion) => {
    if (assertion.type !== 'regex' || assertion.value === undefined) return checkAssertion(assertion);
    const earlier = known.get(assertion.value);
    if (earlier !== undefined) return earlier;
    const problems = checkAssertion(assertion);
    known.set(assertion.value, problems);
    return problems;
  };
}

/** Returns the problems of an assertion before any output exists. Sound assertions have none. */
export function checkAssertion(assertion: Assertion): AssertionProblem[] {
  return rulesOf(assertion).problems?.(assertion) ?? [];
}
