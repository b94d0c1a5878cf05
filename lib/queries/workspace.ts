import { queryOptions } from '@tanstack/react-query';
import { getFromRoute } from './fetch-json.ts';

/**
 * Queries what can be run in the workspace; loaded again whenever it is shown, because files may be edited elsewhere.
 */
export function workspaceQuery() {
  return queryOptions({
    queryKey: ['workspace'],
    queryFn: ({ signal }) => getFromRoute('GET /api/workspace', {}, signal),
    staleTime: 0,
  });
}
