import type { TrialCounts } from './fisher-exact.ts';
import type { Interval } from './wilson-interval.ts';

/**
 * The pass rate to which an odds ratio is applied. A rate of 0 or 1 is replaced by a value inside the range, because no
 * odds ratio could change it.
 */
function computeSmoothedRate({ passed, judged }: TrialCounts): number {
  return (passed + 0.5) / (judged + 1);
}

/** Converts odds ratios to changes of the pass rate, -1 to 1, for a run with this number of passes. */
export function convertOddsRatiosToRateChanges({ low, high }: Interval, before: TrialCounts): Interval {
  const rate = computeSmoothedRate(before);
  // The formula has the factor `odds - 1`, so that rounding cannot turn a ratio above 1 into a change of 0 or below.
  const toRateChange = (odds: number): number =>
    odds === Infinity ? 1 - rate : (rate * (1 - rate) * (odds - 1)) / (1 - rate + rate * odds);
  return { low: low === 0 ? -rate : toRateChange(low), high: toRateChange(high) };
}

/** Returns which ends of an interval are informative, that is, exclude more than the rates below 0 and above 1. */
export function findInformativeBounds({ low, high }: Interval, before: TrialCounts): { low: boolean; high: boolean } {
  const rate = computeSmoothedRate(before);
  return { low: low > -rate, high: high < 1 - rate };
}
