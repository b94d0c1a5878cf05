import { computeLogBinomial, computeLogFactorials } from './log-binomial.ts';

/** The number of attempts on one side of a comparison, and the number of them that passed. */
export type TrialCounts = Readonly<{ passed: number; judged: number }>;

export function sumTrialCounts(all: readonly TrialCounts[]): TrialCounts {
  return {
    passed: all.reduce((sum, { passed }) => sum + passed, 0),
    judged: all.reduce((sum, { judged }) => sum + judged, 0),
  };
}

/** A tolerance for rounding errors, so that tables with the same probability as the observed table are included. */
const ROUNDING_TOLERANCE = 1e-7;

/**
 * Returns the two-sided p-value of R. A. Fisher's exact test, "The Design of Experiments" (1935): the probability of a
 * difference that is at most as likely as the observed one, if both sides have the same true rate. Sums the
 * probabilities of all tables that are not likelier than the observed table. 1 if a side has no trials.
 */
export function computeFisherExactPValue(before: TrialCounts, after: TrialCounts): number {
  if (before.judged === 0 || after.judged === 0) return 1;
  const all = before.judged + after.judged;
  const passed = before.passed + after.passed;
  const factorials = computeLogFactorials(all);
  const computeHypergeometricChance = (ofBefore: number): number =>
    Math.exp(
      computeLogBinomial(factorials, before.judged, ofBefore) +
        computeLogBinomial(factorials, after.judged, passed - ofBefore) -
        computeLogBinomial(factorials, all, passed),
    );
  const observed = computeHypergeometricChance(before.passed) * (1 + ROUNDING_TOLERANCE);
  let sum = 0;
  for (let k = Math.max(0, passed - after.judged); k <= Math.min(before.judged, passed); k += 1) {
    const likelihood = computeHypergeometricChance(k);
    if (likelihood <= observed) sum += likelihood;
  }
  return Math.min(1, sum);
}

/**
 * True if so few trials could distinguish a case that always passes from a case that never passes. If they cannot, no
 * result is evidence.
 */
export function canBeSignificant(before: number, after: number, level = 0.05): boolean {
  return computeFisherExactPValue({ passed: before, judged: before }, { passed: 0, judged: after }) < level;
}
