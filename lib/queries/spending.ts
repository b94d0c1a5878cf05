import { queryOptions } from '@tanstack/react-query';
import { ask } from './fetch-json.ts';

const OFTEN_MS = 3_000;

type Of = { runId: string; ended: boolean };

/** The spending of a run by role and case; polled while it is running. */
export function spendingQuery({ runId, ended }: Of) {
  return queryOptions({
    queryKey: ['run', runId, 'spending'],
    queryFn: ({ signal }) => ask('GET /api/runs/[runId]/spending', { runId }, signal),
    refetchInterval: ended ? false : OFTEN_MS,
  });
}

/** The spending of one case by turn; polled while its run is running. */
export function turnSpendingQuery({ runId, ended }: Of, { suiteKey, caseId }: { suiteKey: string; caseId: string }) {
  return queryOptions({
    queryKey: ['run', runId, 'spending', suiteKey, caseId],
    queryFn: ({ signal }) =>
      ask('GET /api/runs/[runId]/spending/turns', { runId, suite: suiteKey, case: caseId }, signal),
    refetchInterval: ended ? false : OFTEN_MS,
  });
}
