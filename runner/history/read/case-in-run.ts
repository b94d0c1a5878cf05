/**
 * A SQL fragment after `FROM attempts` that selects the attempts of one case (suite key, id) in one run. It forces the
 * index that ends with the run. With the primary key, which SQLite would choose, each case would read the whole run,
 * which took a minute for the report of 16,000 cases; with the index without the run, each case would read all runs.
 */
export const CASE_IN_RUN_SQL = 'INDEXED BY attempts_by_case WHERE suite_key = ? AND case_id = ? AND run_id = ?';
