import type { TrialCounts } from './fisher-exact.ts';

/**
 * Returns pass^k of one case: the probability that `k` attempts all pass, estimated without bias from `passed` of
 * `judged` attempts: C(c, k) / C(n, k). S. Yao et al., "tau-bench" (2024). `k` is at most `judged`.
 */
export function computePassHatK({ passed, judged }: TrialCounts, k: number): number {
  let chance = 1;
  for (let drawnCount = 0; drawnCount < k && chance > 0; drawnCount += 1)
    chance *= Math.max(0, passed - drawnCount) / (judged - drawnCount);
  return chance;
}

/**
 * Returns the mean of pass^k over cases, for k = 1, 2, … up to the number of attempts that every judged case has, so
 * that all values cover the same cases. The first value is the mean pass rate of a case.
 */
export function computeMeanPassHatKs(cases: readonly TrialCounts[]): number[] {
  const judged = cases.filter((trials) => trials.judged > 0);
  const most = judged.reduce((least, trials) => Math.min(least, trials.judged), judged[0]?.judged ?? 0);
  return Array.from({ length: most }, (_, index) => {
    const sum = judged.reduce((total, trials) => total + computePassHatK(trials, index + 1), 0);
    return sum / judged.length;
  });
}
