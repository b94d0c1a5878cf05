/**
 * Returns the entropy of the next attempt's result in bits: 0 for a case that always or never passes, 1 for a case that
 * passes half of the time; 0 if nothing was judged. C. E. Shannon, "A mathematical theory of communication", Bell
 * System Technical Journal 27 (1948).
 */
export function computeOutcomeEntropy(passed: number, judged: number): number {
  if (passed <= 0 || passed >= judged) return 0;
  const share = passed / judged;
  return -(share * Math.log2(share) + (1 - share) * Math.log2(1 - share));
}
