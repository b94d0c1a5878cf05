import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { CaseSearch, FoundCase } from '../workspace/index.ts';
import { getJson } from './fetch-json.ts';

export type { FoundCase };

/** Cases of all files of the workspace. */
export function caseSearchQuery(text: string) {
  return queryOptions({
    queryKey: ['case-search', text],
    queryFn: ({ signal }) => getJson<CaseSearch>(`/api/cases/search?${new URLSearchParams({ q: text })}`, signal),
    placeholderData: keepPreviousData,
    enabled: text.trim() !== '',
  });
}
