import { computeLogBinomial, computeLogFactorials } from '../statistics/log-binomial.ts';

/**
 * Returns the probability that `failed` of `all` runs in random order form at most `stretches` continuous stretches:
 * the distribution of runs of one kind by W. Stevens (Annals of Eugenics 9, 1939). For one stretch it is (n−k+1) ÷ C(n,
 * k).
 */
export function computeChanceOfStretches(stretches: number, { failed, all }: { failed: number; all: number }): number {
  if (failed === 0 || failed === all) return 1;
  const factorials = computeLogFactorials(all + 1);
  let sum = 0;
  for (let count = 1; count <= Math.min(stretches, failed, all - failed + 1); count += 1) {
    const ways =
      computeLogBinomial(factorials, failed - 1, count - 1) + computeLogBinomial(factorials, all - failed + 1, count);
    sum += Math.exp(ways - computeLogBinomial(factorials, all, failed));
  }
  return Math.min(1, sum);
}

/**
 * Returns the probability that `drawnCount` random items out of `all` are all marked, if `marked` of the items are
 * marked.
 */
export function computeChanceThatAllAreMarked(
  drawnCount: number,
  { marked, all }: { marked: number; all: number },
): number {
  if (drawnCount > marked) return 0;
  const factorials = computeLogFactorials(all);
  return Math.exp(computeLogBinomial(factorials, marked, drawnCount) - computeLogBinomial(factorials, all, drawnCount));
}

/** Returns the probability of at least `successes` in `trials`, if each trial succeeds with probability `share`. */
export function computeChanceOfAtLeast(
  successes: number,
  { trials, share }: { trials: number; share: number },
): number {
  if (successes <= 0 || share >= 1) return 1;
  if (share <= 0) return 0;
  const factorials = computeLogFactorials(trials);
  let sum = 0;
  for (let count = successes; count <= trials; count += 1) {
    const log =
      computeLogBinomial(factorials, trials, count) + count * Math.log(share) + (trials - count) * Math.log1p(-share);
    sum += Math.exp(log);
  }
  return Math.min(1, sum);
}
