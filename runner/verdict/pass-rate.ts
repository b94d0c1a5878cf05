import type { Counts } from '../contract/index.ts';

/**
 * Returns passed / (passed + failed + error + timeout) over attempts, from 0 to 1; `null` if no attempt was judged.
 * Skipped attempts do not count. This function is the only definition of the pass rate in Turntree.
 */
export function computePassRate(counts: Counts): number | null {
  const judgedCount = countJudged(counts);
  return judgedCount === 0 ? null : counts.passed / judgedCount;
}

export function countJudged(counts: Counts): number {
  return counts.passed + countNotPassed(counts);
}

/** Returns the number of judged attempts that did not pass. */
export function countNotPassed({ failed, error, timeout }: Counts): number {
  return failed + error + timeout;
}
