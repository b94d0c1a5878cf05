import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { StoredComparison } from '../history/index.ts';
import { getJson } from './fetch-json.ts';

const WHILE_RUNNING_MS = 2_000;

/** Two runs side by side; asked for again while one of them is still running. */
export function compareQuery(ids: { base: string; head: string }) {
  return queryOptions({
    queryKey: ['compare', ids.base, ids.head],
    queryFn: ({ signal }) => getJson<StoredComparison>(`/api/compare?${new URLSearchParams(ids)}`, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.base.status === 'running' || data?.head.status === 'running' ? WHILE_RUNNING_MS : false,
  });
}
