import { queryOptions } from '@tanstack/react-query';
import { getFromRoute } from './fetch-json.ts';

const REFETCH_INTERVAL_MS = 2_000;

/** Queries the queue and the workers of a run. Polls while the run is in progress. */
export function workersQuery({ runId }: { runId: string }) {
  return queryOptions({
    queryKey: ['run', runId, 'workers'],
    queryFn: ({ signal }) => getFromRoute('GET /api/runs/[runId]/workers', { runId }, signal),
    refetchInterval: REFETCH_INTERVAL_MS,
  });
}
