import type { Review } from '../../runner/contract/index.ts';
import { type CaseKey, caseKey } from '../../runner/fold/index.ts';

/** Returns the different verdicts of reviewers on the attempts of each case. */
export function groupReviewsByCase(reviews: readonly Review[]): ReadonlyMap<CaseKey, readonly string[]> {
  const groups = Map.groupBy(reviews, ({ suiteKey, caseId }) => caseKey(suiteKey, caseId));
  return new Map([...groups].map(([key, group]) => [key, [...new Set(group.map(({ verdict }) => verdict))]]));
}
