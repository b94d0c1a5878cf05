import { queryOptions } from '@tanstack/react-query';
import type { FoundInAttempt } from '../history/index.ts';
import { attemptSearch } from './attempt-query.ts';
import type { AttemptPlace } from './body-query.ts';
import { getJson } from './fetch-json.ts';

const FORGOTTEN_AFTER_MS = 60_000;

/** Where words are in the long texts of an attempt; asked for anew when it has more `turns`. */
export function findQuery({ runId, ...key }: AttemptPlace, { text, turns }: { text: string; turns: number }) {
  return queryOptions({
    queryKey: ['run', runId, 'find', key.suiteKey, key.caseId, key.attempt, text, turns],
    queryFn: ({ signal }) => {
      const address = `/api/runs/${encodeURIComponent(runId)}/attempt/find?${attemptSearch(key, { text })}`;
      return getJson<FoundInAttempt>(address, signal);
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: FORGOTTEN_AFTER_MS,
  });
}
