export const caseViews = ['source', 'form'] as const;
export type CaseView = (typeof caseViews)[number];

/** The panels beside the text. */
export const casePanels = ['problems', 'dry-run', 'conversation', 'proposals'] as const;
export type CasePanel = (typeof casePanels)[number];

/** The page that edits a case file, optionally opened at a case. */
export function caseAddress(suiteKey: string, caseId?: string, panel?: CasePanel): string {
  const path = suiteKey.split('/').map(encodeURIComponent).join('/');
  return `/cases/${path}${caseId === undefined ? '' : `?${new URLSearchParams({ case: caseId, ...(panel === undefined ? {} : { panel }) })}`}`;
}
