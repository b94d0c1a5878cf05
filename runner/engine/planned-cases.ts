import type { PlannedCase, PlannedCases, TestCase } from '../contract/index.ts';

/** The cases of one suite. */
type CasesOfSuite<InSuite> = { suite: InSuite; cases: readonly TestCase[] };

/** Plans each case when it is read: 100,000 plans would take more memory than their cases. */
export function createPlannedCases<InSuite>(
  suites: readonly CasesOfSuite<InSuite>[],
  plan: (suite: InSuite, testCase: TestCase) => PlannedCase,
): PlannedCases {
  const sources = suites.flatMap(({ cases }) => cases);
  const suiteOf = suites.flatMap(({ suite, cases }) => cases.map(() => suite));

  function planCaseAt(index: number): PlannedCase | undefined {
    const [suite, source] = [suiteOf.at(index), sources.at(index)];
    return suite === undefined || source === undefined ? undefined : plan(suite, source);
  }

  function* planCasesBetween(begin = 0, end = sources.length): Generator<PlannedCase, undefined> {
    for (let index = begin; index < end; index += 1) {
      const planned = planCaseAt(index);
      if (planned !== undefined) yield planned;
    }
  }

  return {
    length: sources.length,
    [Symbol.iterator]: () => planCasesBetween(),
    at: planCaseAt,
    slice: (begin, end) => [...planCasesBetween(begin, Math.min(end, sources.length))],
    some: (test) => planCasesBetween().some(test),
    every: (test) => planCasesBetween().every(test),
    find: (test) => planCasesBetween().find(test),
    filter: (test) => planCasesBetween().filter(test).toArray(),
    map: (create) => Array.from(planCasesBetween(), create),
    flatMap: (create) => planCasesBetween().flatMap(create).toArray(),
  };
}
