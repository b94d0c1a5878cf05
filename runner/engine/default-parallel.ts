import type { ConsistencyCase, TestCase } from '../contract/index.ts';

const MOST_AT_ONCE = 10;

/**
 * How many attempts run at once when nobody says so: one, but for consistency cases as many as ask their agents what
 * their tests allow at once. A test of several cases shares its concurrency among them; tests run ten at once at most.
 */
export function defaultParallel(suites: readonly { cases: readonly TestCase[] }[]): number {
  const tests = suites.flatMap(({ cases }) => [
    ...Map.groupBy(cases.filter(isConsistency), ({ test }) => test).values(),
  ]);
  const together = tests.reduce((sum, cases) => sum + casesAtOnce(cases), 0);
  return Math.max(1, Math.min(MOST_AT_ONCE, together));
}

function casesAtOnce(cases: readonly ConsistencyCase[]): number {
  const [first] = cases;
  if (first === undefined) return 0;
  return Math.min(cases.length, Math.max(1, Math.floor(first.concurrency / first.samples)));
}

function isConsistency(testCase: TestCase): testCase is ConsistencyCase {
  return testCase.kind === 'consistency';
}
