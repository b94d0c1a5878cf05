import { queryOptions } from '@tanstack/react-query';
import type { CaseTrend } from '../history/index.ts';
import { getJson } from './fetch-json.ts';

export type CaseTrendSearch = { suite: string; case: string };

const REFRESH_MS = 30_000;

/** How a case went over its last runs. */
export function caseTrendQuery({ suite, case: caseId }: CaseTrendSearch) {
  const search = new URLSearchParams({ suite, case: caseId });
  return queryOptions({
    queryKey: ['case-trend', suite, caseId],
    queryFn: ({ signal }) => getJson<CaseTrend>(`/api/trends/case?${search}`, signal),
    staleTime: REFRESH_MS,
    refetchInterval: REFRESH_MS,
  });
}
