import { computeLogBinomial, computeLogFactorials } from './log-binomial.ts';
import type { Interval } from './wilson-interval.ts';

const SIGNIFICANCE_LEVEL = 0.05;
const BISECTION_STEPS = 50;

/**
 * Returns the exact one-sided bounds of a proportion, each with 95% confidence: `low` is the smallest proportion with
 * which this many or more successes have a probability of 5%. C. Clopper and E. Pearson (Biometrika 26, 1934).
 */
export function computeOneSidedBounds(successes: number, trials: number): Interval {
  return { low: computeLowBound(successes, trials), high: 1 - computeLowBound(trials - successes, trials) };
}

function computeLowBound(successes: number, trials: number): number {
  if (successes === 0) return 0;
  const factorials = computeLogFactorials(trials);
  const computeChanceAtLeast = (share: number): number => {
    let sum = 0;
    for (let k = successes; k <= trials; k += 1) {
      const failed = trials - k;
      const log = computeLogBinomial(factorials, trials, k) + k * Math.log(share);
      sum += Math.exp(failed === 0 ? log : log + failed * Math.log1p(-share));
    }
    return sum;
  };
  let [low, high] = [0, 1];
  for (let step = 0; step < BISECTION_STEPS; step += 1) {
    const share = (low + high) / 2;
    if (computeChanceAtLeast(share) < SIGNIFICANCE_LEVEL) low = share;
    else high = share;
  }
  return (low + high) / 2;
}
