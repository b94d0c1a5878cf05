import {
  computeExpectedPasses,
  computeStratumProbabilities,
  groupPairsIntoStrata,
  type PairedTrials,
  type StrataOfPairs,
  sumLogStratumWeights,
} from './paired-strata.ts';
import { isSignificantP, LEVEL_WITH_TOLERANCE } from './significance.ts';
import {
  certainZero,
  computeSumOfRepeatedCounts,
  convolveDistributions,
  type SumDistribution,
} from './sum-distribution.ts';
import type { Interval } from './wilson-interval.ts';

export type StratifiedTest = {
  /** The two-sided p-value: twice the smaller of the two tail probabilities, at most 1. */
  p: number;
  direction: 'worse' | 'better' | 'none';
  /** True if no outcome could be significant, given how often each case passed in both runs together. */
  isTooSmall: boolean;
  /** The number of cases that neither always pass nor never pass. */
  informative: number;
  /** The common odds ratios of passing that the test does not reject, as an interval within 0 to infinity. */
  odds: Interval;
};

/**
 * Tests whether cases pass as often in the later run as in the earlier run. If it is given how often a case passed in
 * both runs together, its number of passes in the later run has a hypergeometric distribution. The sum of these numbers
 * over all cases is the test statistic: the exact conditional test of a common odds ratio of 1, D. R. Cox, "The
 * Analysis of Binary Data" (1970). With one attempt per case, this is Q. McNemar's exact test. The interval contains
 * the odds ratios that the same test does not reject, J. Gart (Biometrika 57, 1970).
 */
export function performStratifiedTest(pairs: readonly PairedTrials[]): StratifiedTest {
  const paired = groupPairsIntoStrata(pairs);
  if (paired.strata.length === 0) {
    return { p: 1, direction: 'none', isTooSmall: true, informative: 0, odds: { low: 0, high: Infinity } };
  }
  const tailsAt = createTailChances(paired);
  const { atMost, atLeast } = tailsAt(0);
  return {
    p: Math.min(1, 2 * Math.min(atMost, atLeast)),
    direction: getTailDirection(atMost, atLeast),
    isTooSmall: !isSignificantP(computeMinimumPValue(paired)),
    informative: paired.strata.reduce((sum, { cases }) => sum + cases, 0),
    odds: computeOddsInterval(paired, tailsAt),
  };
}

type TailProbabilities = { atMost: number; atLeast: number };

function getTailDirection(atMost: number, atLeast: number): StratifiedTest['direction'] {
  if (Math.abs(atMost - atLeast) <= 1e-9) return 'none';
  return atMost < atLeast ? 'worse' : 'better';
}

/** Returns the p-value of the most extreme outcome. */
function computeMinimumPValue(paired: StrataOfPairs): number {
  const logSum = sumLogStratumWeights(paired, 0);
  const sumLogWeightsAtEnd = (place: 0 | -1): number =>
    paired.strata.reduce((sum, { logWeights, cases }) => sum + cases * (logWeights.at(place) ?? 0), 0);
  return 2 * Math.exp(Math.min(sumLogWeightsAtEnd(0), sumLogWeightsAtEnd(-1)) - logSum);
}

/**
 * Returns a function from the log odds ratio to both tail probabilities of the observed number of passes. The
 * distribution of the sum is computed once, weighted so that the observed outcome is in the middle; then the smaller
 * tail is accurate at every ratio.
 */
function createTailChances(paired: StrataOfPairs): (logOdds: number) => TailProbabilities {
  const middle = findCentralLogOdds(paired);
  const { from, chances } = computeDistributionOfSum(paired, middle);
  const middleSum = sumLogStratumWeights(paired, middle);
  const pairIndex = paired.seen - from;
  const logs = chances.map(Math.log);
  return (logOdds) => {
    const tilt = logOdds - middle;
    const logShift = middleSum - sumLogStratumWeights(paired, logOdds) + paired.seen * tilt;
    const sumTailChance = (step: 1 | -1): number => {
      let sum = 0;
      for (let index = pairIndex; index >= 0 && index < logs.length; index += step) {
        sum += Math.exp((logs[index] ?? 0) + (index - pairIndex) * tilt + logShift);
      }
      return Math.min(1, sum);
    };
    const observed = Math.exp((logs[pairIndex] ?? 0) + logShift);
    const isAbove = tilt <= 0;
    const smaller = sumTailChance(isAbove ? 1 : -1);
    const other = Math.min(1, 1 - smaller + observed);
    return isAbove ? { atLeast: smaller, atMost: other } : { atMost: smaller, atLeast: other };
  };
}

/**
 * Returns the log odds ratio at which the expected number of passes equals the observed one. An observation at the end
 * of the range is moved inwards by at most one pass.
 */
function findCentralLogOdds(paired: StrataOfPairs): number {
  const margin = Math.min(1, paired.most / 2);
  const target = Math.min(paired.most - margin, Math.max(margin, paired.seen));
  return bracketConditionChange((logOdds) => computeExpectedPasses(paired, logOdds) > target).above;
}

function computeDistributionOfSum(paired: StrataOfPairs, logOdds: number): SumDistribution {
  let sum = certainZero;
  for (const stratum of paired.strata) {
    const one = { from: 0, chances: computeStratumProbabilities(stratum, logOdds).chances };
    sum = convolveDistributions(sum, computeSumOfRepeatedCounts(one, stratum.cases));
  }
  return sum;
}

function computeOddsInterval(paired: StrataOfPairs, tailsAt: (logOdds: number) => TailProbabilities): Interval {
  const isNotRejected = (tail: number): boolean => tail > LEVEL_WITH_TOLERANCE / 2;
  const low =
    paired.seen === 0
      ? 0
      : Math.exp(bracketConditionChange((logOdds) => isNotRejected(tailsAt(logOdds).atLeast)).above);
  if (paired.seen === paired.most) return { low, high: Infinity };
  return { low, high: Math.exp(bracketConditionChange((logOdds) => !isNotRejected(tailsAt(logOdds).atMost)).below) };
}

const BISECTION_STEPS = 40;

/**
 * Searches by bisection for the value at which a condition begins to hold, and returns a lower and an upper bound.
 * Starts at 0, so that the result cannot contradict the test at an odds ratio of 1.
 */
function bracketConditionChange(isOnSide: (logOdds: number) => boolean): { below: number; above: number } {
  const isLower = isOnSide(0);
  let step = 1;
  while (isOnSide(isLower ? -step : step) === isLower) step *= 2;
  let [lowerLogOdds, upperLogOdds] = isLower ? [-step, 0] : [0, step];
  for (let time = 0; time < BISECTION_STEPS; time += 1) {
    const middle = (lowerLogOdds + upperLogOdds) / 2;
    if (isOnSide(middle)) upperLogOdds = middle;
    else lowerLogOdds = middle;
  }
  return { below: lowerLogOdds, above: upperLogOdds };
}
