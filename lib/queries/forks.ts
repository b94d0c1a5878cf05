import { queryOptions } from '@tanstack/react-query';
import type { ForkRequest } from '../runs/start-run-request.ts';
import { getFromRoute, postToRoute } from './fetch-json.ts';
import type { RouteAnswers } from './routes.ts';

const REFETCH_WHILE_RUNNING_MS = 1_000;

/** Queries the forks of a run. Polls while one of them is running. */
export function forksQuery(runId: string) {
  return queryOptions({
    queryKey: ['run', runId, 'forks'],
    queryFn: ({ signal }) => getFromRoute('GET /api/runs/[runId]/forks', { runId }, signal),
    refetchInterval: ({ state }) =>
      state.data?.forks.some(({ status }) => status === 'running') === true && REFETCH_WHILE_RUNNING_MS,
  });
}

/** Starts a fork of a conversation at a turn. */
export function forkRun(runId: string, request: ForkRequest): Promise<RouteAnswers['POST /api/runs/[runId]/forks']> {
  return postToRoute('POST /api/runs/[runId]/forks', { runId }, request);
}
