import { queryOptions } from '@tanstack/react-query';
import type { AttemptsOfCase } from '../history/index.ts';
import { getJson } from './fetch-json.ts';

export type CaseInRun = { found: AttemptsOfCase | null };

type Wanted = { suiteKey: string; caseId: string; judged: number };

/** How the attempts of a case ended in a run; asked for anew when more of them have been `judged`. */
export function caseInRunQuery(runId: string, { suiteKey, caseId, judged }: Wanted) {
  const search = new URLSearchParams({ suite: suiteKey, case: caseId });
  return queryOptions({
    queryKey: ['run', runId, 'case', suiteKey, caseId, judged],
    queryFn: ({ signal }) => getJson<CaseInRun>(`/api/runs/${encodeURIComponent(runId)}/case?${search}`, signal),
  });
}
