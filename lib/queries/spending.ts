import { queryOptions } from '@tanstack/react-query';
import { ask } from './fetch-json.ts';

const OFTEN_MS = 3_000;

type Of = { runId: string; ended: boolean };

/** What a run has spent by role and case; while it goes on it is asked for again and again. */
export function spendingQuery({ runId, ended }: Of) {
  return queryOptions({
    queryKey: ['run', runId, 'spending'],
    queryFn: ({ signal }) => ask('GET /api/runs/[runId]/spending', { runId }, signal),
    refetchInterval: ended ? false : OFTEN_MS,
  });
}

/** The same of one case by turn. */
export function turnSpendingQuery({ runId, ended }: Of, { suiteKey, caseId }: { suiteKey: string; caseId: string }) {
  return queryOptions({
    queryKey: ['run', runId, 'spending', suiteKey, caseId],
    queryFn: ({ signal }) =>
      ask('GET /api/runs/[runId]/spending/turns', { runId, suite: suiteKey, case: caseId }, signal),
    refetchInterval: ended ? false : OFTEN_MS,
  });
}
