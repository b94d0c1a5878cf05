import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { AttemptId } from '../../runner/fold/index.ts';
import { buildApiPath, getFromRoute } from './fetch-json.ts';
import { keepNewerData } from './keep-newer-data.ts';

const CACHE_TIME_MS = 60_000;

/** The run and the attempt to which a text belongs. */
export type AttemptAddress = AttemptId & { runId: string };

/**
 * Queries an attempt in which each long text is replaced by a `LongText`. While the page follows the run, events update
 * the attempt; otherwise, an unfinished attempt is polled.
 */
export function attemptQuery(runId: string, key: AttemptId) {
  return queryOptions({
    queryKey: [...attemptQueriesKey(runId), key.suiteKey, key.caseId, key.attempt],
    queryFn: ({ signal }) =>
      getFromRoute('GET /api/runs/[runId]/attempt', { runId, ...toAttemptSearchParams(key) }, signal),
    staleTime: (query) => (query.state.data?.result === undefined ? 0 : Number.POSITIVE_INFINITY),
    structuralSharing: keepNewerData,
  });
}

/** Returns the URL of an attempt's data, so that the browser can preload it. */
export function buildAttemptUrl(runId: string, key: AttemptId): string {
  return buildApiPath('GET /api/runs/[runId]/attempt', { runId, ...toAttemptSearchParams(key) });
}

/** Queries an attempt with all long texts in full, for comparing or copying it. */
export function fullAttemptQuery(runId: string, key: AttemptId) {
  return queryOptions({
    queryKey: ['run', runId, 'whole attempt', key.suiteKey, key.caseId, key.attempt],
    queryFn: ({ signal }) =>
      getFromRoute('GET /api/runs/[runId]/attempt', { runId, ...toAttemptSearchParams(key), bodies: 'whole' }, signal),
    staleTime: (query) => (query.state.data?.result === undefined ? 0 : Number.POSITIVE_INFINITY),
  });
}

/** Refetches the attempts of a run that are shown on the page. */
export function refetchAttempts(queryClient: QueryClient, runId: string): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: attemptQueriesKey(runId) });
}

/**
 * Queries the full version of a long text; `at` is its `LongText.at`. A full text never changes, so it is loaded only
 * once.
 */
export function fullTextQuery({ runId, ...key }: AttemptAddress, bodyPath: string) {
  return queryOptions({
    queryKey: ['run', runId, 'body', key.suiteKey, key.caseId, key.attempt, bodyPath],
    queryFn: async ({ signal }) =>
      (
        await getFromRoute(
          'GET /api/runs/[runId]/attempt/body',
          { runId, ...toAttemptSearchParams(key), at: bodyPath },
          signal,
        )
      ).text,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: CACHE_TIME_MS,
  });
}

/**
 * Queries the full request and response of a model call, which never change; `seq` is the number of the call in its
 * summary.
 */
export function modelCallQuery({ runId, ...key }: AttemptAddress, seq: number) {
  return queryOptions({
    queryKey: ['run', runId, 'call', seq],
    queryFn: ({ signal }) =>
      getFromRoute('GET /api/runs/[runId]/attempt/call', { runId, ...toAttemptSearchParams(key), seq }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: CACHE_TIME_MS,
  });
}

/** Queries the matches in the long texts of an attempt. Refetches when the attempt has more `turns`. */
export function longTextMatchesQuery(
  { runId, ...key }: AttemptAddress,
  { text, turns }: { text: string; turns: number },
) {
  return queryOptions({
    queryKey: ['run', runId, 'find', key.suiteKey, key.caseId, key.attempt, text, turns],
    queryFn: ({ signal }) =>
      getFromRoute('GET /api/runs/[runId]/attempt/find', { runId, ...toAttemptSearchParams(key), text }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: CACHE_TIME_MS,
  });
}

export function attemptQueriesKey(runId: string): readonly string[] {
  return ['run', runId, 'attempt'];
}

function toAttemptSearchParams({ suiteKey, caseId, attempt }: AttemptId) {
  return { suite: suiteKey, case: caseId, attempt };
}
