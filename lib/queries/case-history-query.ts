import { queryOptions } from '@tanstack/react-query';
import type { HistoryPoint } from '../history/index.ts';
import { getJson } from './fetch-json.ts';

export type CaseHistory = { points: HistoryPoint[] };

type Wanted = { suiteKey: string; caseId: string; ended: boolean };

/** How a case did in earlier runs and in this one; asked for anew when its attempt has ended. */
export function caseHistoryQuery({ suiteKey, caseId, ended }: Wanted) {
  const search = new URLSearchParams({ suite: suiteKey, case: caseId });
  return queryOptions({
    queryKey: ['case-history', suiteKey, caseId, ended],
    queryFn: ({ signal }) => getJson<CaseHistory>(`/api/case-history?${search}`, signal),
  });
}
