import type { Trials } from './fisher-exact.ts';

/**
 * pass^k of one case: the chance that `k` attempts all pass, when `passed` of `judged` did: C(c, k) / C(n, k), unbiased.
 * S. Yao et al., "tau-bench" (2024). Nothing when there were fewer than `k` attempts to draw from.
 */
export function passHatK({ passed, judged }: Trials, k: number): number | undefined {
  return k > judged ? undefined : allDrawnFrom(passed, judged, k);
}

/**
 * pass@k of one case: the chance that at least one of `k` attempts passes: 1 - C(n - c, k) / C(n, k), unbiased.
 * M. Chen et al., "Evaluating large language models trained on code" (2021). Nothing when there were fewer attempts.
 */
export function passAtK({ passed, judged }: Trials, k: number): number | undefined {
  return k > judged ? undefined : 1 - allDrawnFrom(judged - passed, judged, k);
}

/**
 * The mean of pass^k over cases for k = 1, 2, … as far as every judged case has so many attempts, so that all figures
 * are of the same cases. The first is the mean pass rate of a case.
 */
export function passHatKs(cases: readonly Trials[]): number[] {
  const judged = cases.filter((trials) => trials.judged > 0);
  const most = judged.reduce((least, trials) => Math.min(least, trials.judged), judged[0]?.judged ?? 0);
  return Array.from({ length: most }, (_, index) => {
    const sum = judged.reduce((total, trials) => total + (passHatK(trials, index + 1) ?? 0), 0);
    return sum / judged.length;
  });
}

/** The chance that `k` draws from `all` without putting back are all among `wanted`. */
function allDrawnFrom(wanted: number, all: number, k: number): number {
  let chance = 1;
  for (let drawn = 0; drawn < k && chance > 0; drawn += 1) chance *= Math.max(0, wanted - drawn) / (all - drawn);
  return chance;
}
