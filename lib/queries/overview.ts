import { queryOptions } from '@tanstack/react-query';
import { getFromRoute } from './fetch-json.ts';

const REFRESH_MS = 10_000;

/** Queries the state of every series. Always polls, because other programs may start runs. */
export function overviewQuery() {
  return queryOptions({
    queryKey: ['overview'],
    queryFn: ({ signal }) => getFromRoute('GET /api/overview', {}, signal),
    refetchInterval: REFRESH_MS,
  });
}
