import { queryOptions } from '@tanstack/react-query';
import { ApiError, getFromRoute, postToRoute } from './fetch-json.ts';
import { keepNewerData } from './keep-newer-data.ts';
import type { RouteAnswers } from './routes.ts';

/** Queries the state of a run. Never refetches on its own, because `followRun` keeps the data up to date. */
export function runQuery(runId: string) {
  return queryOptions({
    queryKey: ['run', runId, 'state'],
    queryFn: ({ signal }) => getFromRoute('GET /api/runs/[runId]', { runId }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: keepNewerData,
  });
}

/** Retries forever while the server is unreachable. For queries of pages that show something else in the meantime. */
export const retryForever = {
  retry: (_failures: number, error: Error): boolean => error instanceof ApiError && error.status === 0,
  retryDelay: 1_000,
};

export function cancelRun(runId: string): Promise<RouteAnswers['POST /api/runs/[runId]/cancel']> {
  return postToRoute('POST /api/runs/[runId]/cancel', { runId }, {});
}

type CaseInRun = { suiteKey: string; caseId: string; judged: number };

/**
 * Queries the results of a case's attempts in a run. Refetches when `judged`, the number of attempts with a verdict,
 * changes.
 */
export function caseInRunQuery(runId: string, { suiteKey, caseId, judged }: CaseInRun) {
  return queryOptions({
    queryKey: ['run', runId, 'case', suiteKey, caseId, judged],
    queryFn: ({ signal }) =>
      getFromRoute('GET /api/runs/[runId]/case', { runId, suite: suiteKey, case: caseId }, signal),
  });
}
