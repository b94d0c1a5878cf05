import { queryOptions } from '@tanstack/react-query';
import { getFromRoute } from './fetch-json.ts';

const REFETCH_INTERVAL_MS = 3_000;

type SpendingRequest = { runId: string; hasEnded: boolean };

/** Queries the spending of a run by role and case. Polls while the run is in progress. */
export function spendingQuery({ runId, hasEnded }: SpendingRequest) {
  return queryOptions({
    queryKey: ['run', runId, 'spending'],
    queryFn: ({ signal }) => getFromRoute('GET /api/runs/[runId]/spending', { runId }, signal),
    refetchInterval: hasEnded ? false : REFETCH_INTERVAL_MS,
  });
}

/** Queries the spending of one case by turn. Polls while the run is in progress. */
export function turnSpendingQuery(
  { runId, hasEnded }: SpendingRequest,
  { suiteKey, caseId }: { suiteKey: string; caseId: string },
) {
  return queryOptions({
    queryKey: ['run', runId, 'spending', suiteKey, caseId],
    queryFn: ({ signal }) =>
      getFromRoute('GET /api/runs/[runId]/spending/turns', { runId, suite: suiteKey, case: caseId }, signal),
    refetchInterval: hasEnded ? false : REFETCH_INTERVAL_MS,
  });
}
