import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { AttemptKey, AttemptState } from '../../runner/fold/index.ts';
import { getJson } from './fetch-json.ts';
import { keepNewer } from './keep-newer.ts';

/**
 * One attempt in full, but with a `LongText` in the place of what is long. While a page follows its run, events move it
 * on; one that is not finished is asked for again.
 */
export function attemptQuery(runId: string, key: AttemptKey) {
  return queryOptions({
    queryKey: [...attemptQueriesKey(runId), key.suiteKey, key.caseId, key.attempt],
    queryFn: ({ signal }) => getJson<AttemptState>(attemptAddress(runId, key), signal),
    staleTime: (query) => (query.state.data?.result === undefined ? 0 : Number.POSITIVE_INFINITY),
    structuralSharing: keepNewer,
  });
}

/** One attempt with all its texts, to be compared or copied word for word. */
export function wholeAttemptQuery(runId: string, key: AttemptKey) {
  return queryOptions({
    queryKey: ['run', runId, 'whole attempt', key.suiteKey, key.caseId, key.attempt],
    queryFn: ({ signal }) => getJson<AttemptState>(attemptAddress(runId, key, { bodies: 'whole' }), signal),
    staleTime: (query) => (query.state.data?.result === undefined ? 0 : Number.POSITIVE_INFINITY),
  });
}

/** Asks again for the attempts of a run that are on the page. */
export function readAttemptsAnew(queryClient: QueryClient, runId: string): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: attemptQueriesKey(runId) });
}

export function attemptQueriesKey(runId: string): readonly string[] {
  return ['run', runId, 'attempt'];
}

function attemptAddress(runId: string, key: AttemptKey, more: Record<string, string> = {}): string {
  return `/api/runs/${encodeURIComponent(runId)}/attempt?${attemptSearch(key, more)}`;
}

export function attemptSearch({ suiteKey, caseId, attempt }: AttemptKey, more: Record<string, string>): string {
  return new URLSearchParams({ suite: suiteKey, case: caseId, attempt: String(attempt), ...more }).toString();
}
