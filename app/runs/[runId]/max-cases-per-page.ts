/**
 * The maximum number of cases of a run that are embedded in a page. The pages of larger runs load their cases in the
 * browser.
 */
export const MAX_CASES_PER_PAGE = 300;
