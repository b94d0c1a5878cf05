import type { SearchHit } from '@/lib/queries';

type HitAddress = Pick<SearchHit, 'runId' | 'suiteKey' | 'caseId' | 'attempt' | 'turn'>;

/** Returns the URL of the turn that contains the hit; if the hit belongs to no turn, the URL of the attempt. */
export function searchHitAddress({ runId, suiteKey, caseId, attempt, turn }: HitAddress): string {
  const search = new URLSearchParams({ suite: suiteKey, case: caseId, attempt: String(attempt) });
  if (turn > 0) search.set('turn', String(turn));
  return `/runs/${encodeURIComponent(runId)}?${search}`;
}
