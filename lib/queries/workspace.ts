import { queryOptions } from '@tanstack/react-query';
import { ask } from './fetch-json.ts';

/** Queries what can be run: read anew each time, because people edit files beside the dashboard. */
export function workspaceQuery() {
  return queryOptions({
    queryKey: ['workspace'],
    queryFn: ({ signal }) => ask('GET /api/workspace', {}, signal),
    staleTime: 0,
  });
}
