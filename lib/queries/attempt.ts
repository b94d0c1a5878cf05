import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { AttemptKey } from '../../runner/fold/index.ts';
import type { Answers } from './answers.ts';
import { getJson } from './fetch-json.ts';
import { keepNewer } from './keep-newer.ts';

const FORGOTTEN_AFTER_MS = 60_000;

/** The attempt that texts are loaded from. */
export type AttemptPlace = AttemptKey & { runId: string };

/**
 * One attempt in full, but with a `LongText` in the place of what is long. While a page follows its run, events move it
 * on; one that is not finished is asked for again.
 */
export function attemptQuery(runId: string, key: AttemptKey) {
  return queryOptions({
    queryKey: [...attemptQueriesKey(runId), key.suiteKey, key.caseId, key.attempt],
    queryFn: ({ signal }) => getJson<Answers['GET /api/runs/[runId]/attempt']>(attemptAddress(runId, key), signal),
    staleTime: (query) => (query.state.data?.result === undefined ? 0 : Number.POSITIVE_INFINITY),
    structuralSharing: keepNewer,
  });
}

/** One attempt with all its texts, to be compared or copied word for word. */
export function wholeAttemptQuery(runId: string, key: AttemptKey) {
  return queryOptions({
    queryKey: ['run', runId, 'whole attempt', key.suiteKey, key.caseId, key.attempt],
    queryFn: ({ signal }) =>
      getJson<Answers['GET /api/runs/[runId]/attempt']>(attemptAddress(runId, key, { bodies: 'whole' }), signal),
    staleTime: (query) => (query.state.data?.result === undefined ? 0 : Number.POSITIVE_INFINITY),
  });
}

/** Asks again for the attempts of a run that are on the page. */
export function readAttemptsAnew(queryClient: QueryClient, runId: string): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: attemptQueriesKey(runId) });
}

/** The whole of a text of which an attempt has only the beginning; `at` is its `LongText.at`. It never changes. */
export function bodyQuery({ runId, ...key }: AttemptPlace, at: string) {
  return queryOptions({
    queryKey: ['run', runId, 'body', key.suiteKey, key.caseId, key.attempt, at],
    queryFn: async ({ signal }) => {
      const address = `/api/runs/${encodeURIComponent(runId)}/attempt/body?${attemptSearch(key, { at })}`;
      return (await getJson<Answers['GET /api/runs/[runId]/attempt/body']>(address, signal)).text;
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: FORGOTTEN_AFTER_MS,
  });
}

/** Queries the matches in the long texts of an attempt; refetched when it has more `turns`. */
export function findQuery({ runId, ...key }: AttemptPlace, { text, turns }: { text: string; turns: number }) {
  return queryOptions({
    queryKey: ['run', runId, 'find', key.suiteKey, key.caseId, key.attempt, text, turns],
    queryFn: ({ signal }) => {
      const address = `/api/runs/${encodeURIComponent(runId)}/attempt/find?${attemptSearch(key, { text })}`;
      return getJson<Answers['GET /api/runs/[runId]/attempt/find']>(address, signal);
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: FORGOTTEN_AFTER_MS,
  });
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
