import { queryOptions } from '@tanstack/react-query';
import type { CaseOutcome } from '../history/index.ts';
import { getJson } from './fetch-json.ts';

export type { CaseOutcome };

/** How the cases of a suite ended when they ran last. */
export function caseOutcomesQuery(suiteKey: string) {
  return queryOptions({
    queryKey: ['case-outcomes', suiteKey],
    queryFn: ({ signal }) =>
      getJson<{ outcomes: CaseOutcome[] }>(`/api/cases/outcomes?${new URLSearchParams({ suite: suiteKey })}`, signal),
  });
}
