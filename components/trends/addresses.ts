type CaseAddress = { suiteKey: string; caseId: string };

/** The page of a case over time, for the given connector. */
export function caseHref({ suiteKey, caseId }: CaseAddress, connector?: string): string {
  const connectorSearch = connector === undefined ? undefined : { connector };
  return `/trends/case?${new URLSearchParams({ suite: suiteKey, case: caseId, ...connectorSearch })}`;
}

/** The conversation of a case in a run, as a URL. */
export function conversationHref(runId: string, { suiteKey, caseId }: CaseAddress): string {
  return `/runs/${runId}?${new URLSearchParams({ suite: suiteKey, case: caseId })}`;
}
