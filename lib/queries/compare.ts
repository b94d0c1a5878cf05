import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getFromRoute } from './fetch-json.ts';

const REFETCH_WHILE_RUNNING_MS = 2_000;

type RunPair = { base: string; head: string; all: boolean };

/**
 * Queries the comparison of two runs. Contains either `all` cases or only those that may have changed. Polls while one
 * of the runs is in progress.
 */
export function compareQuery({ base, head, all }: RunPair) {
  return queryOptions({
    queryKey: ['compare', base, head, all],
    queryFn: ({ signal }) => getFromRoute('GET /api/compare', { base, head, all }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.base.status === 'running' || data?.head.status === 'running' ? REFETCH_WHILE_RUNNING_MS : false,
  });
}
