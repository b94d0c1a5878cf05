/**
 * Entropy of the next attempt in bits: 0 for a case that always or never passes, 1 for one that passes half the time.
 * C. E. Shannon, "A mathematical theory of communication", Bell System Technical Journal 27 (1948). 0 when nothing was
 * judged.
 */
export function computeOutcomeEntropy(passed: number, judged: number): number {
  if (passed <= 0 || passed >= judged) return 0;
  const share = passed / judged;
  return -(share * Math.log2(share) + (1 - share) * Math.log2(1 - share));
}
