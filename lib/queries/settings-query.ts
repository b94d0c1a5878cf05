import { queryOptions } from '@tanstack/react-query';
import type { Settings } from '../settings/index.ts';
import { getJson } from './fetch-json.ts';

export function settingsQuery() {
  return queryOptions({
    queryKey: ['settings'],
    queryFn: ({ signal }) => getJson<Settings>('/api/settings', signal),
    staleTime: 0,
  });
}
