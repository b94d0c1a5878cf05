import { queryOptions } from '@tanstack/react-query';
import type { RecordedAttempt } from '../../runner/authoring/index.ts';
import { getJson } from './fetch-json.ts';

export type CaseAnswers = {
  /** Newest first. */
  answers: RecordedAttempt[];
  /** Attempts that are too large to be played in the browser. */
  leftOut: number;
};

/** The last attempts of a case in which its agent has answered, with the whole answers; asked for anew when it has run again. */
export function caseAnswersQuery(suiteKey: string, caseId: string, lastRun: string | undefined) {
  const search = new URLSearchParams({ suite: suiteKey, case: caseId });
  return queryOptions({
    queryKey: ['case-answers', suiteKey, caseId, lastRun],
    queryFn: ({ signal }) => getJson<CaseAnswers>(`/api/cases/answers?${search}`, signal),
  });
}
