import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import type { SearchAnswer } from '../history/index.ts';
import { ask } from './fetch-json.ts';

const OLDER_RUNS_MS = 1_000;

/** Queries what was said and done in all runs, or in one; asked for again while older runs are being added. */
export function searchQuery({ text, run }: { text: string; run: string | undefined }) {
  return infiniteQueryOptions({
    queryKey: ['said', text, run],
    queryFn: ({ signal, pageParam }): Promise<SearchAnswer> =>
      ask(
        'GET /api/search',
        { q: text, ...(run === undefined ? {} : { run }), ...(pageParam === undefined ? {} : { before: pageParam }) },
        signal,
      ),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ isMore, hits }) => (isMore ? hits.at(-1)?.id : undefined),
    placeholderData: keepPreviousData,
    retry: false,
    refetchInterval: ({ state }) => ((state.data?.pages.at(-1)?.olderRuns ?? 0) > 0 ? OLDER_RUNS_MS : false),
  });
}
