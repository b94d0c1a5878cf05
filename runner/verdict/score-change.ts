import type { RateChange } from '../contract/index.ts';
import { formatCountWithNoun } from '../values/index.ts';
import type { ChangeEvidence } from './statistics/describe-change.ts';
import { formatPValue } from './statistics/format-p-value.ts';
import { performSignFlipTest } from './statistics/sign-flip.ts';
import { isSignificantP } from './statistics/significance.ts';

type ScoredCase = { before?: { score?: number }; after?: { score?: number } };

/**
 * Tests the scores of cases that both runs scored; each case is compared with itself. Undefined if there are no such
 * cases.
 */
export function computeScoreChange(cases: readonly ScoredCase[]): RateChange['scores'] {
  const pairs = cases.flatMap(({ before, after }) =>
    before?.score === undefined || after?.score === undefined ? [] : [[before.score, after.score] as const],
  );
  if (pairs.length === 0) return undefined;
  const before = computeMean(pairs.map(([score]) => score));
  const after = computeMean(pairs.map(([, score]) => score));
  return { cases: pairs.length, before, after, evidence: evaluateScoreEvidence(pairs) };
}

function evaluateScoreEvidence(pairs: readonly (readonly [number, number])[]): ChangeEvidence {
  const differences = pairs.map(([before, after]) => after - before);
  const { p, isTooSmall, informative } = performSignFlipTest(differences);
  const direction = computeMean(differences) < 0 ? 'worse' : 'better';
  if (informative === 0) return { verdict: 'none', p, words: 'no score changed' };
  if (isSignificantP(p))
    return { verdict: 'real', p, words: `really ${direction}: unlikely to be chance (${formatPValue(p)})` };
  if (!isTooSmall) return { verdict: 'unclear', p, words: `could be chance (${formatPValue(p)})` };
  return { verdict: 'too_few', p, words: `${formatCountWithNoun(informative, 'changed score')} cannot show a trend` };
}

function computeMean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
