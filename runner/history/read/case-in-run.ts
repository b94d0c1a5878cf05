/**
 * Selects the attempts of one case (suite key, id) in one run, as a condition on `attempts`. The plus keeps SQLite from
 * reading the whole run for each case, which took a minute for the report of 16,000 cases.
 */
export const CASE_IN_RUN = 'suite_key = ? AND case_id = ? AND +run_id = ?';
