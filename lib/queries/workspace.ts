import { queryOptions } from '@tanstack/react-query';
import { getFromRoute } from './fetch-json.ts';

/**
 * Queries the suites, agents and models of the workspace. Refetches whenever they are shown, because other programs may
 * edit the files.
 */
export function workspaceQuery() {
  return queryOptions({
    queryKey: ['workspace'],
    queryFn: ({ signal }) => getFromRoute('GET /api/workspace', {}, signal),
    staleTime: 0,
  });
}
