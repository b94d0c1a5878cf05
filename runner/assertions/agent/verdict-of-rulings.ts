import type { CriterionRuling } from '../../fold/index.ts';

/** `undecided` means that the judge cannot decide the criterion, or that its ruling lacks a valid quote as proof. */
export type RulingsVerdict = 'passed' | 'failed' | 'undecided';

/**
 * Computes the verdict from the rulings instead of asking the judge for it: any proved "no" fails, and every other
 * criterion needs a proved "yes".
 */
export function computeVerdictOfRulings(rulings: readonly CriterionRuling[]): RulingsVerdict {
  if (rulings.some(({ verdict, unproved }) => verdict === 'no' && unproved === undefined)) return 'failed';
  return rulings.length > 0 && rulings.every(isCriterionMet) ? 'passed' : 'undecided';
}

function isCriterionMet({ verdict, unproved }: CriterionRuling): boolean {
  return verdict === 'yes' && unproved === undefined;
}
