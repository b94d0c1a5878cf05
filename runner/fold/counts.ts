import type { CaseStatus, Counts } from '../contract/index.ts';

export function emptyCounts(): Counts {
  return { passed: 0, failed: 0, error: 0, timeout: 0, skipped: 0 };
}

export function countStatuses(statuses: Iterable<CaseStatus>): Counts {
  const counts = emptyCounts();
  for (const status of statuses) counts[status] += 1;
  return counts;
}
