import { queryOptions } from '@tanstack/react-query';
import type { AttemptKey } from '../../runner/fold/index.ts';
import { attemptSearch } from './attempt-query.ts';
import { getJson } from './fetch-json.ts';

/** Where the texts of an attempt are to be had. */
export type AttemptPlace = AttemptKey & { runId: string };

const FORGOTTEN_AFTER_MS = 60_000;

/** The whole of a text of which an attempt has only the beginning; `at` is its `LongText.at`. It never changes. */
export function bodyQuery({ runId, ...key }: AttemptPlace, at: string) {
  return queryOptions({
    queryKey: ['run', runId, 'body', key.suiteKey, key.caseId, key.attempt, at],
    queryFn: async ({ signal }) => {
      const address = `/api/runs/${encodeURIComponent(runId)}/attempt/body?${attemptSearch(key, { at })}`;
      return (await getJson<{ text: string }>(address, signal)).text;
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: FORGOTTEN_AFTER_MS,
  });
}
