import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Trends } from '../history/index.ts';
import type { TrendWindow } from '../trend-window.ts';
import { getJson } from './fetch-json.ts';

export type TrendsSearch = { suite: string; agent: string; window: TrendWindow; same: boolean };

const REFRESH_MS = 30_000;

/** How a suite went over its last runs. */
export function trendsQuery({ suite, agent, window, same }: TrendsSearch) {
  const search = new URLSearchParams({ suite, agent, window, same: String(same) });
  return queryOptions({
    queryKey: ['trends', suite, agent, window, same],
    queryFn: ({ signal }) => getJson<Trends>(`/api/trends?${search}`, signal),
    placeholderData: keepPreviousData,
    staleTime: REFRESH_MS,
    refetchInterval: REFRESH_MS,
  });
}
