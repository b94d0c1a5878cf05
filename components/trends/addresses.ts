type CaseAddress = { suiteKey: string; caseId: string };

/** The page of a case over time. */
export function caseHref({ suiteKey, caseId }: CaseAddress): string {
  return `/trends/case?${new URLSearchParams({ suite: suiteKey, case: caseId })}`;
}

/** The conversation of a case in a run. */
export function conversationHref(runId: string, { suiteKey, caseId }: CaseAddress): string {
  return `/runs/${runId}?${new URLSearchParams({ suite: suiteKey, case: caseId })}`;
}
