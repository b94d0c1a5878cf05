import { logChoose, logFactorials } from './log-choose.ts';

/**
 * The chance that cases changed in one direction as lopsidedly as seen, if both directions are equally likely:
 * the exact form of Q. McNemar's test (Psychometrika 12, 1947), a two-sided binomial test on the cases that changed.
 * Cases that stayed as they were say nothing about a change. 1 when none changed.
 */
export function mcnemarExact(worse: number, better: number): number {
  const changed = worse + better;
  if (changed === 0) return 1;
  const factorials = logFactorials(changed);
  let tail = 0;
  for (let k = 0; k <= Math.min(worse, better); k += 1) {
    tail += Math.exp(logChoose(factorials, changed, k) - changed * Math.LN2);
  }
  return Math.min(1, 2 * tail);
}
