type CaseAddress = { suiteKey: string; caseId: string };

/** Returns the URL of the page that shows a case over time for a connector. */
export function caseHref({ suiteKey, caseId }: CaseAddress, connector?: string): string {
  const connectorSearch = connector === undefined ? undefined : { connector };
  return `/trends/case?${new URLSearchParams({ suite: suiteKey, case: caseId, ...connectorSearch })}`;
}

/** Returns the URL of the conversation of a case in a run. */
export function conversationHref(runId: string, { suiteKey, caseId }: CaseAddress): string {
  return `/runs/${runId}?${new URLSearchParams({ suite: suiteKey, case: caseId })}`;
}
