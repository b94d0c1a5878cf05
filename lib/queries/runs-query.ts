import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { RunsPage } from '../history/index.ts';
import { getJson } from './fetch-json.ts';

export type { RunsPage };

const WHILE_RUNNING_MS = 1_000;
const WHILE_QUIET_MS = 4_000;

/** The newest runs, asked for again often while one is running: runs also come from terminals. */
export function runsQuery({ text, limit }: { text: string; limit: number }) {
  const search = new URLSearchParams({ q: text, limit: String(limit) });
  return queryOptions({
    queryKey: ['runs', text, limit],
    queryFn: ({ signal }) => getJson<RunsPage>(`/api/runs?${search}`, signal),
    placeholderData: keepPreviousData,
    refetchInterval: (query) =>
      query.state.data?.runs.some((run) => run.status === 'running') === true ? WHILE_RUNNING_MS : WHILE_QUIET_MS,
  });
}
