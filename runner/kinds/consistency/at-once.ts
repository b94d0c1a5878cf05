import type { ConsistencyCase } from '../../contract/index.ts';

/**
 * How many attempts run at once when nobody says so: as many as ask their agents what their tests allow at once. A test
 * of several cases shares its concurrency among them.
 */
export function atOnce(cases: readonly ConsistencyCase[]): number {
  const tests = [...Map.groupBy(cases, ({ test }) => test).values()];
  return tests.reduce((sum, ofTest) => sum + casesAtOnce(ofTest), 0);
}

function casesAtOnce(cases: readonly ConsistencyCase[]): number {
  const [first] = cases;
  if (first === undefined) return 0;
  return Math.min(cases.length, Math.max(1, Math.floor(first.concurrency / first.samples)));
}
