import type { PlannedCase, PlannedCases, TestCase } from '../contract/index.ts';

/** The cases of one suite, and the suite to which they belong. */
type CasesOfSuite<InSuite> = { suite: InSuite; cases: readonly TestCase[] };

/**
 * Creates planned cases that are computed whenever they are read: 100,000 of them would take more memory than the cases
 * themselves. The lists of cases are not joined either, because a second reference to each case would take megabytes.
 */
export function createPlannedCases<InSuite>(
  suites: readonly CasesOfSuite<InSuite>[],
  plan: (suite: InSuite, testCase: TestCase) => PlannedCase,
): PlannedCases {
  const parts = findSuiteStarts(suites);
  const length = suites.reduce((sum, { cases }) => sum + cases.length, 0);

  function planCaseAt(index: number): PlannedCase | undefined {
    const position = index < 0 ? index + length : index;
    const part = findSuiteAtPosition(parts, position);
    const source = part?.cases[position - part.start];
    return part === undefined || source === undefined ? undefined : plan(part.suite, source);
  }

  function* planCasesBetween(begin = 0, end = length): Generator<PlannedCase, undefined> {
    for (let index = begin; index < end; index += 1) {
      const planned = planCaseAt(index);
      if (planned !== undefined) yield planned;
    }
  }

  return {
    length,
    [Symbol.iterator]: () => planCasesBetween(),
    at: planCaseAt,
    slice: (begin, end) => [...planCasesBetween(begin, Math.min(end, length))],
    some: (test) => planCasesBetween().some(test),
    every: (test) => planCasesBetween().every(test),
    find: (test) => planCasesBetween().find(test),
    filter: (test) => planCasesBetween().filter(test).toArray(),
    map: (create) => Array.from(planCasesBetween(), create),
    flatMap: (create) => planCasesBetween().flatMap(create).toArray(),
  };
}

type SuiteInPlan<InSuite> = CasesOfSuite<InSuite> & { start: number };

function findSuiteStarts<InSuite>(suites: readonly CasesOfSuite<InSuite>[]): SuiteInPlan<InSuite>[] {
  let start = 0;
  return suites.map(({ suite, cases }) => {
    const part = { suite, cases, start };
    start += cases.length;
    return part;
  });
}

/**
 * Returns the suite that contains the case at a position: the last one that starts at or before it. A suite without
 * cases starts at the same position as the next one, so it is never the last.
 */
function findSuiteAtPosition<InSuite>(
  parts: readonly SuiteInPlan<InSuite>[],
  position: number,
): SuiteInPlan<InSuite> | undefined {
  let low = 0;
  let high = parts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((parts[middle]?.start ?? 0) <= position) low = middle;
    else high = middle - 1;
  }
  return parts[low];
}
