import type { SearchHit } from '@/lib/queries';

type HitAddress = Pick<SearchHit, 'runId' | 'suiteKey' | 'caseId' | 'attempt' | 'turn'>;

/** Returns the address at which the run's page shows the turn, or for words of the whole attempt the attempt. */
export function addressOfHit({ runId, suiteKey, caseId, attempt, turn }: HitAddress): string {
  const search = new URLSearchParams({ suite: suiteKey, case: caseId, attempt: String(attempt) });
  if (turn > 0) search.set('turn', String(turn));
  return `/runs/${encodeURIComponent(runId)}?${search}`;
}
