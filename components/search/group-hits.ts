import type { SearchHit } from '@/lib/queries';
import { caseKey } from '@/runner/fold';

/** Hits in one case with the same text: `hit` is the newest, `others` are older. */
export type SameTextHits = { hit: SearchHit; others: SearchHit[] };
/** All hits of one case. */
export type CaseHits = { key: string; suiteKey: string; caseId: string; lines: SameTextHits[] };

/** Groups hits by case, and within a case by their text. Keeps the order of the hits, newest first. */
export function groupHits(hits: readonly SearchHit[]): CaseHits[] {
  const cases = Map.groupBy(hits, ({ suiteKey, caseId }) => caseKey(suiteKey, caseId));
  return [...cases].flatMap(([key, ofCase]) => {
    const [first] = ofCase;
    if (first === undefined) return [];
    const lines = [...Map.groupBy(ofCase, hitTextKey).values()].flatMap(([hit, ...others]) =>
      hit === undefined ? [] : [{ hit, others }],
    );
    return [{ key, suiteKey: first.suiteKey, caseId: first.caseId, lines }];
  });
}

function hitTextKey({ field, parts }: SearchHit): string {
  return `${field} ${parts.map(({ text }) => text).join('')}`;
}
