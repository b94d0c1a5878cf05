import type { RateChange } from '../../contract/index.ts';
import { canTellApart, fisherExact, type Trials } from './fisher-exact.ts';
import { mcnemarExact } from './mcnemar-exact.ts';

const LEVEL = 0.05;

export type Evidence = { verdict: RateChange['evidence']['verdict']; p: number; words: string };

/** Returns the evidence for the same case, or all of them, having passed this often before and after. */
export function describeRates(before: Trials, after: Trials): Evidence {
  if (before.judged === 0 || after.judged === 0)
    return { verdict: 'too_few', p: 1, words: 'nothing to compare: one side was not judged' };
  const p = fisherExact(before, after);
  if (p < LEVEL) return { verdict: 'real', p, words: `unlikely to be chance (${shortP(p)})` };
  if (before.passed * after.judged === after.passed * before.judged)
    return { verdict: 'none', p, words: 'no difference' };
  if (!canTellApart(before.judged, after.judged)) {
    const fewest = Math.min(before.judged, after.judged);
    const noun = fewest === 1 ? 'attempt' : 'attempts';
    return { verdict: 'too_few', p, words: `${fewest} ${noun} cannot show a change; ask with more runs` };
  }
  return { verdict: 'unclear', p, words: `could be chance (${shortP(p)})` };
}

/** Returns the evidence of so many cases that got worse and so many that got better. */
export function describeFlips(worse: number, better: number): Evidence {
  const p = mcnemarExact(worse, better);
  if (worse + better === 0) return { verdict: 'none', p, words: 'no case changed' };
  if (p < LEVEL) {
    const direction = worse > better ? 'worse' : 'better';
    return { verdict: 'real', p, words: `really ${direction}: unlikely to be chance (${shortP(p)})` };
  }
  if (mcnemarExact(worse + better, 0) >= LEVEL) {
    const noun = worse + better === 1 ? 'case' : 'cases';
    return { verdict: 'too_few', p, words: `${worse + better} changed ${noun} cannot show a trend` };
  }
  return { verdict: 'unclear', p, words: `could be chance (${shortP(p)})` };
}

function shortP(p: number): string {
  return p < 0.001 ? 'p < 0.001' : `p = ${p.toPrecision(2)}`;
}
