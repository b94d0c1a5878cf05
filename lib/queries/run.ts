import { queryOptions } from '@tanstack/react-query';
import { ApiError, getFromRoute, postToRoute } from './fetch-json.ts';
import { keepNewerData } from './keep-newer-data.ts';
import type { RouteAnswers } from './routes.ts';

/** Queries a run, folded up to its last known event. The data is never stale, because `followRun` updates it. */
export function runQuery(runId: string) {
  return queryOptions({
    queryKey: ['run', runId, 'state'],
    queryFn: ({ signal }) => getFromRoute('GET /api/runs/[runId]', { runId }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: keepNewerData,
  });
}

/** For pages that can show something else until the run has loaded: retries forever while the server is unreachable. */
export const retryForever = {
  retry: (_failures: number, error: Error): boolean => error instanceof ApiError && error.status === 0,
  retryDelay: 1_000,
};

export function cancelRun(runId: string): Promise<RouteAnswers['POST /api/runs/[runId]/cancel']> {
  return postToRoute('POST /api/runs/[runId]/cancel', { runId }, {});
}

type CaseInRun = { suiteKey: string; caseId: string; judged: number };

/** Queries the outcomes of a case's attempts in a run; refetched when more of them have been `judged`. */
export function caseInRunQuery(runId: string, { suiteKey, caseId, judged }: CaseInRun) {
  return queryOptions({
    queryKey: ['run', runId, 'case', suiteKey, caseId, judged],
    queryFn: ({ signal }) =>
      getFromRoute('GET /api/runs/[runId]/case', { runId, suite: suiteKey, case: caseId }, signal),
  });
}
