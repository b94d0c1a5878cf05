import type { Interval } from './wilson-interval.ts';

/**
 * The verdicts of two judges on the same items: how often both said yes, only the first did, only the second did, or
 * neither.
 */
export type TwoByTwoTable = { both: number; first: number; second: number; neither: number };

/** Half of the 95% quantile of the chi-squared distribution with one degree of freedom. */
const HALF_CHI_SQUARED_QUANTILE = 1.920729410347062;
const SEARCH_STEPS = 48;
/**
 * The number of grid points for the search. The likelihood may have several maxima along the first margin (the first
 * judge's share of yes), but only one between two grid points.
 */
const SEARCH_START_POINTS = 24;
const INVERSE_GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2;
/** The smallest probability that is used, because a table cell with observations must not be impossible. */
const MIN_PROBABILITY = 1e-9;

/**
 * Returns Cohen's kappa, -1 to 1; null if one side gave the same verdict on everything, or if nothing was judged. J.
 * Cohen, "A coefficient of agreement for nominal scales", Educational and Psychological Measurement 20 (1960).
 */
export function computeCohensKappa(table: TwoByTwoTable): number | null {
  const all = sumTableCounts(table);
  if (all === 0) return null;
  const first = (table.both + table.first) / all;
  const second = (table.both + table.second) / all;
  const byChance = first * second + (1 - first) * (1 - second);
  return byChance === 1 ? null : ((table.both + table.neither) / all - byChance) / (1 - byChance);
}

/**
 * Returns the 95% confidence interval of kappa: all values that the likelihood ratio test does not reject, with both
 * margins fitted to each value. Also valid for few judgements, for which the usual standard error of perfect agreement
 * is 0. Profile likelihood: D. Venzon and S. Moolgavkar, Applied Statistics 37 (1988).
 */
export function computeKappaInterval(table: TwoByTwoTable): Interval {
  const kappa = computeCohensKappa(table);
  if (kappa === null) return { low: -1, high: 1 };
  const all = sumTableCounts(table);
  const most = [table.both, table.first, table.second, table.neither].reduce(
    (sum, count) => sum + computeLogLikelihoodTerm(count, all),
    0,
  );
  const isRejected = (value: number): boolean =>
    most - computeProfileLikelihood(value, table) > HALF_CHI_SQUARED_QUANTILE;
  return { low: findLastAcceptedKappa(kappa, -1, isRejected), high: findLastAcceptedKappa(kappa, 1, isRejected) };
}

function sumTableCounts({ both, first, second, neither }: TwoByTwoTable): number {
  return both + first + second + neither;
}

function computeLogLikelihoodTerm(count: number, all: number): number {
  return count === 0 ? 0 : count * Math.log(count / all);
}

/** Searches by bisection towards `end` for the last value of kappa that is not rejected. */
function findLastAcceptedKappa(kappa: number, end: number, isRejected: (value: number) => boolean): number {
  if (!isRejected(end)) return end;
  let [acceptedKappa, rejected] = [kappa, end];
  for (let step = 0; step < SEARCH_STEPS / 2; step += 1) {
    const middle = (acceptedKappa + rejected) / 2;
    if (isRejected(middle)) rejected = middle;
    else acceptedKappa = middle;
  }
  return acceptedKappa;
}

/** Returns the highest log likelihood of the table over all margins, for one value of kappa. */
function computeProfileLikelihood(kappa: number, table: TwoByTwoTable): number {
  const computeLikelihoodOfFirstMargin = (first: number): number => maximizeOverSecondMargin(first, kappa, table);
  const points = Array.from({ length: SEARCH_START_POINTS }, (_, index) => (index + 1) / (SEARCH_START_POINTS + 1));
  const likelihoods = points.map(computeLikelihoodOfFirstMargin);
  const best = likelihoods.indexOf(Math.max(...likelihoods));
  return findMaximumOfFunction(
    computeLikelihoodOfFirstMargin,
    points[best - 1] ?? MIN_PROBABILITY,
    points[best + 1] ?? 1 - MIN_PROBABILITY,
  );
}

/**
 * Returns the best second margin for a given first margin. Then all four probabilities are linear in the second margin,
 * so the likelihood has a single maximum.
 */
function maximizeOverSecondMargin(first: number, kappa: number, table: TwoByTwoTable): number {
  const computeCellProbabilities = (second: number): number[] => {
    const shift = (kappa * (first + second - 2 * first * second)) / 2;
    return [
      first * second + shift,
      first * (1 - second) - shift,
      (1 - first) * second - shift,
      (1 - first) * (1 - second) + shift,
    ];
  };
  const [low, high] = computePossibleMarginRange(computeCellProbabilities(0), computeCellProbabilities(1));
  if (low >= high) return Number.NEGATIVE_INFINITY;
  const counts = [table.both, table.first, table.second, table.neither];
  return findMaximumOfFunction(
    (second) =>
      computeCellProbabilities(second).reduce((sum, chance, cell) => {
        const count = counts[cell] ?? 0;
        return count === 0 ? sum : sum + count * Math.log(Math.max(chance, Number.MIN_VALUE));
      }, 0),
    low,
    high,
  );
}

/**
 * Returns the range of the second margin in which no probability is negative. The arguments are the probabilities for
 * margin 0 and for margin 1.
 */
function computePossibleMarginRange(
  probabilitiesAtZero: readonly number[],
  probabilitiesAtOne: readonly number[],
): [number, number] {
  let [low, high] = [0, 1];
  for (const [cell, start] of probabilitiesAtZero.entries()) {
    const slope = (probabilitiesAtOne[cell] ?? 0) - start;
    if (slope > 0) low = Math.max(low, -start / slope);
    else if (slope < 0) high = Math.min(high, -start / slope);
    else if (start < 0) return [1, 0];
  }
  return [low, high];
}

/** Finds the highest value of a function with a single peak, by golden section search. */
function findMaximumOfFunction(compute: (position: number) => number, low: number, high: number): number {
  let [from, to] = [low, high];
  let left = to - INVERSE_GOLDEN_RATIO * (to - from);
  let right = from + INVERSE_GOLDEN_RATIO * (to - from);
  let [atLeft, atRight] = [compute(left), compute(right)];
  for (let step = 0; step < SEARCH_STEPS; step += 1) {
    if (atLeft >= atRight) {
      to = right;
      [right, atRight] = [left, atLeft];
      left = to - INVERSE_GOLDEN_RATIO * (to - from);
      atLeft = compute(left);
    } else {
      from = left;
      [left, atLeft] = [right, atRight];
      right = from + INVERSE_GOLDEN_RATIO * (to - from);
      atRight = compute(right);
    }
  }
  return Math.max(atLeft, atRight);
}
