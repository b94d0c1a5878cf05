import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import type { HitFilter, SearchResults } from '../../runner/history/index.ts';
import { getFromRoute } from './fetch-json.ts';

/** Queries the full-text search in the conversations of all runs, or of one run. */
export function searchQuery({ text, run, only }: { text: string; run: string | undefined; only: HitFilter }) {
  return infiniteQueryOptions({
    queryKey: ['said', text, run, only],
    queryFn: ({ signal, pageParam }): Promise<SearchResults> =>
      getFromRoute('GET /api/search', { q: text, run, ...only, before: pageParam }, signal),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ isMore, hits }) => (isMore ? hits.at(-1)?.id : undefined),
    placeholderData: keepPreviousData,
    retry: false,
  });
}
