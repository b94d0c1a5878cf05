import type { Database } from '../db/index.ts';
import { completeRunCondition } from '../runs/complete-runs.ts';
import { type RunSeries, ranSuiteCondition } from '../runs/series.ts';

export type RecentOutcomes = {
  /** The ids of the cases that a recent complete run of the series contained. */
  known: ReadonlySet<string>;
  /**
   * The cases in `known` that did not pass in the newest complete run that contained them. Excluded attempts do not
   * count.
   */
  notPassed: ReadonlySet<string>;
};

/**
 * The number of runs to read. A complete run contains every case, so older runs would only add cases that were removed
 * later.
 */
const MAX_SEARCHED_RUNS = 20;

/**
 * Returns the last outcomes of a suite's cases with one agent and connector, each from the newest complete run that
 * contained the case. Partial runs do not count: they are for debugging, not for measuring.
 */
export function readLastOutcomes(database: Database, series: RunSeries): RecentOutcomes {
  const rows = database.sqlite
    .prepare<unknown[], { caseId: string; passed: number }>(
      `WITH whole AS MATERIALIZED (
         SELECT id, RANK() OVER (ORDER BY ordinal DESC) AS age FROM runs r
         WHERE ${ranSuiteCondition('r')} AND ${completeRunCondition('r')} AND deleted_at IS NULL
       )
       SELECT caseId, coalesce(MAX(decision) = 'good', MIN(passed)) AS passed FROM (
         SELECT a.case_id AS caseId, a.decision, a.status = 'passed' OR coalesce(a.set_aside IN ('quarantine', 'expect_fail'), 0) AS passed,
                RANK() OVER (PARTITION BY a.case_id ORDER BY whole.age) AS place
         FROM whole JOIN attempts a ON a.run_id = whole.id WHERE whole.age <= ${MAX_SEARCHED_RUNS} AND a.suite_key = :suiteKey
       ) WHERE place = 1 GROUP BY caseId`,
    )
    .all(series);
  return {
    known: new Set(rows.map(({ caseId }) => caseId)),
    notPassed: new Set(rows.filter(({ passed }) => passed === 0).map(({ caseId }) => caseId)),
  };
}
