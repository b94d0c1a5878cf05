import type { Assertion } from '../contract/index.ts';
import type { AssertionProblem } from './assertion-rules.ts';
import { rulesOf } from './assertion-types.ts';

export type AssertionCheck = (assertion: Assertion) => readonly AssertionProblem[];

/** A check that reads each pattern and path once, for loading many cases; it lives as long as its caller keeps it. */
export function createAssertionCheck(): AssertionCheck {
  const patterns = new Map<string, readonly AssertionProblem[]>();
  const paths = new Map<string, readonly AssertionProblem[]>();
  const once = (known: typeof paths, text: string, assertion: Assertion): readonly AssertionProblem[] => {
    const earlier = known.get(text);
    if (earlier !== undefined) return earlier;
    const problems = checkAssertion(assertion);
    known.set(text, problems);
    return problems;
  };
  return (assertion) => {
    if (assertion.type === 'json_path') return once(paths, assertion.path, assertion);
    if (assertion.type === 'regex' && assertion.value !== undefined) {
      return once(patterns, assertion.value, assertion);
    }
    return checkAssertion(assertion);
  };
}

const none: readonly AssertionProblem[] = [];

/** Returns the problems of an assertion before any output exists. Sound assertions have none. */
export function checkAssertion(assertion: Assertion): readonly AssertionProblem[] {
  return rulesOf(assertion).problems?.(assertion) ?? none;
}
