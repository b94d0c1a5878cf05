/** Runs with at most this many cases are embedded whole in their pages. */
export const MAX_CASES_PER_PAGE = 300;
