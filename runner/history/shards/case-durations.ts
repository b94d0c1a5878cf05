import type { Database } from '../db/index.ts';
import { completeRunCondition } from '../runs/complete-runs.ts';
import { type RunSeries, ranSuiteCondition } from '../runs/series.ts';

const MAX_SEARCHED_RUNS = 5;

/** Returns how long an attempt of each case of a suite took on average in the newest complete runs, in milliseconds. */
export function readCaseDurations({ sqlite }: Database, series: RunSeries): { caseId: string; ms: number }[] {
  return sqlite
    .prepare<unknown[], { caseId: string; ms: number }>(
      `WITH whole AS MATERIALIZED (
         SELECT id FROM runs r WHERE ${ranSuiteCondition('r')} AND ${completeRunCondition('r')} AND deleted_at IS NULL
         ORDER BY ordinal DESC LIMIT ${MAX_SEARCHED_RUNS}
       )
       SELECT a.case_id AS caseId, avg(a.duration_ms) AS ms FROM whole JOIN attempts a ON a.run_id = whole.id
       WHERE a.suite_key = :suiteKey AND a.status <> 'skipped' GROUP BY a.case_id`,
    )
    .all(series);
}
