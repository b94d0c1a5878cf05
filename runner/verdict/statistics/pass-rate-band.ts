import type { TrialCounts } from './fisher-exact.ts';
import { computeTQuantile } from './t-quantile.ts';
import { computeWilsonInterval, type Interval, Z_95 } from './wilson-interval.ts';

/**
 * Returns the 95% confidence interval of the pass rate, if these cases are a random sample of similar cases. Because
 * the attempts of one case are correlated, Wilson's interval is computed with the effective sample size that matches
 * the variance between cases (E. Korn and B. Graubard, Survey Methodology 24, 1998). This size is at least 1: with two
 * or three cases, the variance is hardly known, but they say at least as much about the rate as a single attempt. For a
 * single case, the interval is Wilson's interval itself.
 */
export function computePassRateInterval(cases: readonly TrialCounts[]): Interval {
  let passed = 0;
  let judged = 0;
  let count = 0;
  for (const trials of cases) {
    passed += trials.passed;
    judged += trials.judged;
    if (trials.judged > 0) count += 1;
  }
  if (count < 2) return computeWilsonInterval(passed, judged);
  const rate = passed / judged;
  const squares = cases.reduce((sum, trials) => sum + (trials.passed - rate * trials.judged) ** 2, 0);
  const variance = ((count / (count - 1)) * squares) / judged ** 2;
  const independent = variance === 0 ? count : Math.min(judged, (rate * (1 - rate)) / variance);
  const effective = Math.max(1, independent * (Z_95 / computeTQuantile(count - 1)) ** 2);
  return computeWilsonInterval(rate * effective, effective);
}

/**
 * Returns the share of attempts that passed, for groups of similar attempts, with the interval of
 * `computePassRateInterval`.
 */
export function computeGroupedPassRate(groups: readonly TrialCounts[]): Interval & { count: number; of: number } {
  const count = groups.reduce((sum, { passed }) => sum + passed, 0);
  const total = groups.reduce((sum, { judged }) => sum + judged, 0);
  return { count, of: total, ...computePassRateInterval(groups) };
}
