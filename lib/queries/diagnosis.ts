import { queryOptions } from '@tanstack/react-query';
import type { AttemptId } from '../../runner/fold/index.ts';
import { getFromRoute } from './fetch-json.ts';

/** Queries why an attempt failed. Fetched once, because this does not change after the attempt has ended. */
export function explanationQuery(runId: string, { suiteKey, caseId, attempt }: AttemptId) {
  return queryOptions({
    queryKey: ['run', runId, 'diagnosis', suiteKey, caseId, attempt],
    queryFn: ({ signal }) =>
      getFromRoute('GET /api/runs/[runId]/diagnosis', { runId, suite: suiteKey, case: caseId, attempt }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Queries how the results of a finished run compare with earlier runs; healthy cases are missing. */
export function caseHealthQuery(runId: string) {
  return queryOptions({
    queryKey: ['run', runId, 'case-health'],
    queryFn: ({ signal }) => getFromRoute('GET /api/runs/[runId]/case-health', { runId }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Queries the failures of a finished run, grouped by cause. */
export function failuresQuery(runId: string) {
  return queryOptions({
    queryKey: ['run', runId, 'failures'],
    queryFn: ({ signal }) => getFromRoute('GET /api/runs/[runId]/failures', { runId }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Queries at which checkpoints the conversations of a finished run ended. */
export function checkpointFlowGraphsQuery(runId: string) {
  return queryOptions({
    queryKey: ['run', runId, 'failures', 'map'],
    queryFn: ({ signal }) => getFromRoute('GET /api/runs/[runId]/failures/map', { runId }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
