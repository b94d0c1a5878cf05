import { queryOptions } from '@tanstack/react-query';
import { getFromRoute } from './fetch-json.ts';

const REFETCH_INTERVAL_MS = 2_000;

/** The queue and workers of a running run; polled. */
export function workersQuery({ runId }: { runId: string }) {
  return queryOptions({
    queryKey: ['run', runId, 'workers'],
    queryFn: ({ signal }) => getFromRoute('GET /api/runs/[runId]/workers', { runId }, signal),
    refetchInterval: REFETCH_INTERVAL_MS,
  });
}
