/** Runs with no more cases than this come whole with their pages. */
export const MOST_CASES_OF_PAGE = 300;
