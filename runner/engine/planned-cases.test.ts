import { describe, expect, it } from 'vitest';
import type { PlannedCase, PlannedCases, TestCase } from '../contract/index.ts';
import { runPlan, standardCase } from '../testing/case-factory.ts';
import { createPlannedCases } from './planned-cases.ts';

const suites = [
  { suite: 'a.jsonl', cases: [standardCase({ id: '1' }), standardCase({ id: '2' })] },
  { suite: 'empty.jsonl', cases: [] },
  { suite: 'b.jsonl', cases: [standardCase({ id: '1' })] },
  { suite: 'last.jsonl', cases: [] },
];
const planOneCase = (suiteKey: string, testCase: TestCase): PlannedCase => {
  const [planned] = runPlan([testCase]).cases;
  if (planned === undefined) throw new Error('the plan has no case');
  return { ...planned, suiteKey };
};
const planned = createPlannedCases(suites, planOneCase);
const plannedArray: PlannedCases = suites.flatMap(({ suite, cases }) => cases.map((each) => planOneCase(suite, each)));
const formatCaseName = ({ suiteKey, case: { id } }: PlannedCase) => `${suiteKey} ${id}`;

describe('planned cases', () => {
  it('are, in every way of reading them, those of an array', () => {
    const isOfB = ({ suiteKey }: PlannedCase) => suiteKey === 'b.jsonl';
    const readings: ((cases: PlannedCases) => unknown)[] = [
      (cases) => [...cases].map(formatCaseName),
      (cases) => cases.length,
      (cases) => [0, 1, 2, 3, -1, -3, -4].map((index) => cases.at(index)),
      (cases) => [cases.slice(0, 2), cases.slice(1, 9), cases.slice(3, 9)],
      (cases) => [cases.some(isOfB), cases.every(isOfB), cases.find(isOfB), cases.filter(isOfB)],
      (cases) => cases.map((each, position) => [position, formatCaseName(each)]),
      (cases) => cases.flatMap((each, position) => (isOfB(each) ? [] : [formatCaseName(each), position])),
    ];
    for (const read of readings) expect(read(planned)).toEqual(read(plannedArray));
  });

  it('are planned when they are read, with the same case each time', () => {
    expect(planned.at(0)).not.toBe(planned.at(0));
    expect(planned.at(0)?.case).toBe(suites[0]?.cases[0]);
  });
});
