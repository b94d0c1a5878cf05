import type { Trials } from './fisher-exact.ts';
import type { Interval } from './wilson-interval.ts';

/** The rate that an odds ratio is applied to: never 0 or 1, where no ratio could move it. */
function rateBefore({ passed, judged }: Trials): number {
  return (passed + 0.5) / (judged + 1);
}

/** The changes of the pass rate, -1 to 1, that odds ratios of passing mean for a run that passed this often. */
export function oddsInPoints({ low, high }: Interval, before: Trials): Interval {
  const rate = rateBefore(before);
  // A factor of the ratio less 1, so that a ratio above 1 never becomes a change of 0 or below.
  const toPoints = (odds: number): number =>
    odds === Infinity ? 1 - rate : (rate * (1 - rate) * (odds - 1)) / (1 - rate + rate * odds);
  return { low: low === 0 ? -rate : toPoints(low), high: toPoints(high) };
}

/** Returns which ends of an interval in points say more than that a rate lies between 0 and 1. */
export function boundedEnds({ low, high }: Interval, before: Trials): { low: boolean; high: boolean } {
  const rate = rateBefore(before);
  return { low: low > -rate, high: high < 1 - rate };
}
