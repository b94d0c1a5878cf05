import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getFromRoute } from './fetch-json.ts';
import type { TrendsSearch } from './route-types.ts';

const REFRESH_MS = 30_000;

/** Queries the results of a suite over its last runs. */
export function trendsQuery({ suite, agent, connector, simulator, window, same }: TrendsSearch) {
  return queryOptions({
    queryKey: ['trends', suite, agent, connector, simulator, window, same],
    queryFn: ({ signal }) =>
      getFromRoute('GET /api/trends', { suite, agent, connector, simulator, window, same }, signal),
    placeholderData: keepPreviousData,
    staleTime: REFRESH_MS,
    refetchInterval: REFRESH_MS,
  });
}

/** Queries the results of a case over its last runs. */
export function caseTrendQuery({ suite, case: caseId, connector }: { suite: string; case: string; connector: string }) {
  return queryOptions({
    queryKey: ['case-trend', suite, caseId, connector],
    queryFn: ({ signal }) => getFromRoute('GET /api/trends/case', { suite, case: caseId, connector }, signal),
    staleTime: REFRESH_MS,
    refetchInterval: REFRESH_MS,
  });
}
