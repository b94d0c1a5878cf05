import type { RateChange } from '../../contract/index.ts';
import { canBeSignificant, computeFisherExactPValue, type TrialCounts } from './fisher-exact.ts';
import { formatPValue } from './format-p-value.ts';
import type { PairedTrials } from './paired-strata.ts';
import { isSignificantP } from './significance.ts';
import type { StratifiedTest } from './stratified-test.ts';

export type ChangeEvidence = { verdict: RateChange['evidence']['verdict']; p: number; words: string };

/** Describes the evidence for a change between two counts of passes of the same case. */
export function evaluateRateChange(before: TrialCounts, after: TrialCounts): ChangeEvidence {
  if (before.judged === 0 || after.judged === 0)
    return { verdict: 'too_few', p: 1, words: 'nothing to compare: one side was not judged' };
  const p = computeFisherExactPValue(before, after);
  if (isSignificantP(p)) return { verdict: 'real', p, words: `unlikely to be chance (${formatPValue(p)})` };
  if (before.passed * after.judged === after.passed * before.judged)
    return { verdict: 'none', p, words: 'no difference' };
  if (!canBeSignificant(before.judged, after.judged)) {
    const fewest = Math.min(before.judged, after.judged);
    const noun = fewest === 1 ? 'attempt' : 'attempts';
    return { verdict: 'too_few', p, words: `${fewest} ${noun} cannot show a change; run more attempts` };
  }
  return { verdict: 'unclear', p, words: `could be chance (${formatPValue(p)})` };
}

/** Describes the result of a test over all cases as evidence. */
export function toEvidenceOfTest(
  { p, direction, isTooSmall, informative }: StratifiedTest,
  pairs: readonly PairedTrials[],
) {
  return { p, ...describeEvidence() } satisfies ChangeEvidence;

  function describeEvidence(): Omit<ChangeEvidence, 'p'> {
    if (isSignificantP(p))
      return { verdict: 'real', words: `really ${direction}: unlikely to be chance (${formatPValue(p)})` };
    if (pairs.every(hasSameRate)) return { verdict: 'none', words: 'no case changed' };
    if (!isTooSmall) return { verdict: 'unclear', words: `could be chance (${formatPValue(p)})` };
    const noun = informative === 1 ? 'case' : 'cases';
    if (pairs.every(isJudgedOncePerRun))
      return { verdict: 'too_few', words: `${informative} changed ${noun} cannot show a trend` };
    const words = `${informative} ${noun} with both outcomes cannot show a trend; run more attempts`;
    return { verdict: 'too_few', words };
  }
}

function hasSameRate({ before, after }: PairedTrials): boolean {
  return before.passed * after.judged === after.passed * before.judged;
}

function isJudgedOncePerRun({ before, after }: PairedTrials): boolean {
  return before.judged === 1 && after.judged === 1;
}
