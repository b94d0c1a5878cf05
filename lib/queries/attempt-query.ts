import { queryOptions } from '@tanstack/react-query';
import type { AttemptKey, AttemptState } from '../../runner/contract/index.ts';
import { getJson } from './fetch-json.ts';
import { keepNewer } from './keep-newer.ts';

/** One attempt in full. While a page follows its run, events move it on; one that is not finished is asked for again. */
export function attemptQuery(runId: string, key: AttemptKey) {
  const search = new URLSearchParams({ suite: key.suiteKey, case: key.caseId, attempt: String(key.attempt) });
  return queryOptions({
    queryKey: [...attemptQueriesKey(runId), key.suiteKey, key.caseId, key.attempt],
    queryFn: ({ signal }) => getJson<AttemptState>(`/api/runs/${encodeURIComponent(runId)}/attempt?${search}`, signal),
    staleTime: (query) => (query.state.data?.result === undefined ? 0 : Number.POSITIVE_INFINITY),
    structuralSharing: keepNewer,
  });
}

export function attemptQueriesKey(runId: string): readonly string[] {
  return ['run', runId, 'attempt'];
}
