import { queryOptions } from '@tanstack/react-query';
import type { ListedCaseFile } from '../workspace/index.ts';
import { getJson } from './fetch-json.ts';

/** What is in a file that is not edited here, as the server reads it; `sha256` tells its versions apart. */
export function listedCasesQuery(suiteKey: string, sha256: string) {
  return queryOptions({
    queryKey: ['listed-cases', suiteKey, sha256],
    queryFn: ({ signal }) =>
      getJson<ListedCaseFile>(`/api/cases/listed?${new URLSearchParams({ suite: suiteKey })}`, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
