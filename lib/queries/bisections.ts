import { queryOptions } from '@tanstack/react-query';
import type { AttemptAddress } from './attempt.ts';
import { getFromRoute, postToRoute } from './fetch-json.ts';
import type { RouteAnswers } from './routes.ts';

const REFETCH_WHILE_RUNNING_MS = 1_000;

/** Queries the results of the bisections of an attempt. Polls while one of the bisections is running. */
export function bisectionQuery({ runId, suiteKey, caseId, attempt }: AttemptAddress) {
  return queryOptions({
    queryKey: ['run', runId, 'bisection', suiteKey, caseId, attempt],
    queryFn: ({ signal }) =>
      getFromRoute('GET /api/runs/[runId]/bisections', { runId, suite: suiteKey, case: caseId, attempt }, signal),
    refetchInterval: ({ state }) => state.data?.bisection?.status === 'running' && REFETCH_WHILE_RUNNING_MS,
  });
}

/** Starts a bisection, which finds the turn that decided a failed attempt. */
export function bisectRun(
  { runId, suiteKey: suite, caseId, attempt }: AttemptAddress,
  budget: number,
): Promise<RouteAnswers['POST /api/runs/[runId]/bisections']> {
  return postToRoute('POST /api/runs/[runId]/bisections', { runId }, { suite, case: caseId, attempt, budget });
}
