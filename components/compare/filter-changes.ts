import type { CaseChange, CaseComparison } from '@/runner/verdict';

/** The sort order of the changes: the most important ones have the lowest numbers. */
const changeSortOrder: Readonly<Record<CaseChange, number>> = {
  newly_failing: 0,
  failed_this_time: 1,
  flaky: 2,
  fixed: 3,
  added: 4,
  removed: 5,
  same: 6,
};

type ChangeFilter = { change: CaseChange | 'edited' | null; q: string };

/** Returns the cases that match the filter, worst changes first. */
export function filterChanges(cases: readonly CaseComparison[], { change, q }: ChangeFilter): CaseComparison[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  return cases
    .filter((entry) => change === null || (change === 'edited' ? entry.edited : entry.change === change))
    .filter(({ id, name = '', suiteKey }) => {
      const text = `${id} ${name} ${suiteKey}`.toLowerCase();
      return words.every((word) => text.includes(word));
    })
    .toSorted((one, other) => changeSortOrder[one.change] - changeSortOrder[other.change]);
}
