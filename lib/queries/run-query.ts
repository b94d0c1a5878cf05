import { queryOptions } from '@tanstack/react-query';
import type { RunState } from '../../runner/fold/index.ts';
import { ApiError, getJson } from './fetch-json.ts';
import { keepNewer } from './keep-newer.ts';

/** A run, folded up to the last event seen. `followRun` moves it on, so it never becomes stale by itself. */
export function runQuery(runId: string) {
  return queryOptions({
    queryKey: ['run', runId, 'state'],
    queryFn: ({ signal }) => getJson<RunState>(`/api/runs/${encodeURIComponent(runId)}`, signal),
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: keepNewer,
  });
}

/** For a page that has something to show meanwhile: it does not give up while nobody answers. */
export const untilAnswered = {
  retry: (_failures: number, error: Error): boolean => error instanceof ApiError && error.status === 0,
  retryDelay: 1_000,
};
