import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { TrendWindow } from '../trend-window.ts';
import type { Answers } from './answers.ts';
import { getJson } from './fetch-json.ts';

const REFRESH_MS = 30_000;

export type TrendsSearch = { suite: string; agent: string; window: TrendWindow; same: boolean };

/** Queries the results of a suite over its last runs. */
export function trendsQuery({ suite, agent, window, same }: TrendsSearch) {
  const search = new URLSearchParams({ suite, agent, window, same: String(same) });
  return queryOptions({
    queryKey: ['trends', suite, agent, window, same],
    queryFn: ({ signal }) => getJson<Answers['GET /api/trends']>(`/api/trends?${search}`, signal),
    placeholderData: keepPreviousData,
    staleTime: REFRESH_MS,
    refetchInterval: REFRESH_MS,
  });
}

/** Queries the results of a case over its last runs. */
export function caseTrendQuery({ suite, case: caseId }: { suite: string; case: string }) {
  const search = new URLSearchParams({ suite, case: caseId });
  return queryOptions({
    queryKey: ['case-trend', suite, caseId],
    queryFn: ({ signal }) => getJson<Answers['GET /api/trends/case']>(`/api/trends/case?${search}`, signal),
    staleTime: REFRESH_MS,
    refetchInterval: REFRESH_MS,
  });
}
