/**
 * Selects the attempts of one case (suite key, id) in one run: what follows `FROM attempts`. The index ends with the
 * run. SQLite would choose the primary key and read the whole run for each case, which took a minute for the report of
 * 16,000 cases; the index without the run reads all runs of the case.
 */
export const CASE_IN_RUN = 'INDEXED BY attempts_by_case WHERE suite_key = ? AND case_id = ? AND run_id = ?';
