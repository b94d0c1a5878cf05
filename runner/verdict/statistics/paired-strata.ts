import type { TrialCounts } from './fisher-exact.ts';
import { computeLogBinomial, computeLogFactorials } from './log-binomial.ts';

/** The attempts of the same case in two runs. */
export type PairedTrials = { before: TrialCounts; after: TrialCounts };

/**
 * A stratum: cases with the same totals. `logWeights[j]` is the logarithm of the hypergeometric weight of `j` more
 * passes in the later run than the minimum that the totals allow.
 */
export type CaseStratum = { logWeights: Float64Array; cases: number };

/**
 * The strata (groups of cases with the same totals) in which more than one outcome is possible. `seen` and `most` are
 * the observed and the maximum number of passes in the later run above the minimum, summed over all strata.
 */
export type StrataOfPairs = { strata: readonly CaseStratum[]; seen: number; most: number };

/**
 * Groups cases into strata, by their number of attempts in each run and their number of passes in both runs together.
 */
export function groupPairsIntoStrata(pairs: readonly PairedTrials[]): StrataOfPairs {
  const groups = new Map<string, { before: number; after: number; passed: number; cases: number }>();
  let observed = 0;
  let longest = 0;
  for (const { before, after } of pairs) {
    const passed = before.passed + after.passed;
    const key = `${before.judged}:${after.judged}:${passed}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { before: before.judged, after: after.judged, passed, cases: 1 });
    else group.cases += 1;
    observed += after.passed - Math.max(0, passed - before.judged);
    longest = Math.max(longest, before.judged, after.judged);
  }
  const factorials = computeLogFactorials(longest);
  const strata = [...groups.values()].flatMap(({ before, after, passed, cases }) => {
    const fewest = Math.max(0, passed - before);
    const logWeights = Float64Array.from(
      { length: Math.min(after, passed) - fewest + 1 },
      (_, j) =>
        computeLogBinomial(factorials, after, fewest + j) + computeLogBinomial(factorials, before, passed - fewest - j),
    );
    return logWeights.length === 1 ? [] : [{ logWeights, cases }];
  });
  const most = strata.reduce((sum, { logWeights, cases }) => sum + cases * (logWeights.length - 1), 0);
  return { strata, seen: observed, most };
}

/**
 * Returns the probabilities of a stratum's outcomes for a log odds ratio, and the logarithm of the sum of its weights.
 */
export function computeStratumProbabilities(
  { logWeights }: CaseStratum,
  logOdds: number,
): { chances: Float64Array; logSum: number } {
  const chances = logWeights.map((weight, j) => weight + j * logOdds);
  const greatest = chances.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
  let sum = 0;
  for (let j = 0; j < chances.length; j += 1) {
    const chance = Math.exp((chances[j] ?? 0) - greatest);
    chances[j] = chance;
    sum += chance;
  }
  for (let j = 0; j < chances.length; j += 1) chances[j] = (chances[j] ?? 0) / sum;
  return { chances, logSum: greatest + Math.log(sum) };
}

/** Returns the sum of the logarithms of total stratum weights, over all cases. */
export function sumLogStratumWeights({ strata }: StrataOfPairs, logOdds: number): number {
  return strata.reduce((sum, stratum) => sum + stratum.cases * computeStratumProbabilities(stratum, logOdds).logSum, 0);
}

/** Returns the expected number of passes above the minimum. */
export function computeExpectedPasses({ strata }: StrataOfPairs, logOdds: number): number {
  return strata.reduce((sum, stratum) => {
    const mean = computeStratumProbabilities(stratum, logOdds).chances.reduce(
      (total, chance, j) => total + j * chance,
      0,
    );
    return sum + stratum.cases * mean;
  }, 0);
}
