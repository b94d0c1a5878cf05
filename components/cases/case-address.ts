export const caseEditorViews = ['source', 'form'] as const;
export type CaseEditorView = (typeof caseEditorViews)[number];

/** The side panels of the page that edits a case file. */
export const caseSidePanels = ['problems', 'dry-run', 'conversation', 'proposals'] as const;
export type CaseSidePanel = (typeof caseSidePanels)[number];

/** Returns the URL of the page that edits a case file; the page can open at a case. */
export function caseEditorUrl(suiteKey: string, caseId?: string, panel?: CaseSidePanel): string {
  const path = suiteKey.split('/').map(encodeURIComponent).join('/');
  return `/cases/${path}${caseId === undefined ? '' : `?${new URLSearchParams({ case: caseId, ...(panel === undefined ? {} : { panel }) })}`}`;
}
