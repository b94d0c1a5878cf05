import type { CaseStatus } from './case-status.ts';
import type { Counts } from './summary.ts';

export function emptyCounts(): Counts {
  return { passed: 0, failed: 0, error: 0, timeout: 0, skipped: 0 };
}

export function countStatuses(statuses: Iterable<CaseStatus>): Counts {
  const counts = emptyCounts();
  for (const status of statuses) counts[status] += 1;
  return counts;
}

/**
 * Passed / (passed + failed + error + timeout) over attempts, from 0 to 1; `null` when no attempt was judged.
 * The only definition of the pass rate in Turntree: skipped attempts do not count.
 */
export function passRate(counts: Counts): number | null {
  const judged = counts.passed + counts.failed + counts.error + counts.timeout;
  return judged === 0 ? null : counts.passed / judged;
}
