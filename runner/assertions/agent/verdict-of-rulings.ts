import type { CriterionRuling } from '../../fold/index.ts';

/**
 * The verdict of the built-in judge. `undecided` means that it could not decide a criterion, or did not prove its
 * ruling by a valid quote.
 */
export type RulingsVerdict = 'passed' | 'failed' | 'undecided';

/**
 * Computes the verdict from the judge's rulings on the criteria. One proved "no" is enough to fail; to pass, every
 * criterion needs a proved "yes".
 */
export function computeVerdictOfRulings(rulings: readonly CriterionRuling[]): RulingsVerdict {
  if (rulings.some(({ verdict, unproved }) => verdict === 'no' && unproved === undefined)) return 'failed';
  return rulings.length > 0 && rulings.every(isCriterionMet) ? 'passed' : 'undecided';
}

function isCriterionMet({ verdict, unproved }: CriterionRuling): boolean {
  return verdict === 'yes' && unproved === undefined;
}
