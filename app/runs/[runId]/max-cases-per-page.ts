/** The maximum number of cases of a run that is embedded whole in its pages. */
export const MAX_CASES_PER_PAGE = 300;
