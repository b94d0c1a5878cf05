/** Runs with at most this many cases are embedded whole in their pages. */
export const MOST_CASES_OF_PAGE = 300;
