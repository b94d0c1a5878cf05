import type { Database } from '../db/index.ts';
import { ranSeries, type Series } from '../runs/series.ts';
import { wholeRun } from '../runs/whole-runs.ts';

export type LastOutcomes = {
  /** Cases that some whole run of the series has had. */
  known: ReadonlySet<string>;
  /** Those of them that did not pass in the newest of these runs, and on which anything hangs. */
  notPassed: ReadonlySet<string>;
};

/** Whole runs have every case: older ones say more only of cases that were added and taken away again. */
const LOOKED_AT = 20;

/**
 * Returns the last outcomes of a suite's cases with one agent on one connector, each from the newest whole run that had
 * it. What a run of only some cases did to them is not their last outcome: it was looked at, not measured.
 */
export function lastOutcomes(database: Database, series: Series): LastOutcomes {
  const rows = database.sqlite
    .prepare<unknown[], { caseId: string; passed: number }>(
      `WITH whole AS MATERIALIZED (
         SELECT id, RANK() OVER (ORDER BY ordinal DESC) AS age FROM runs r
         WHERE ${ranSeries('r')} AND ${wholeRun('r')} AND deleted_at IS NULL
       )
       SELECT caseId, coalesce(MAX(decision) = 'good', MIN(passed)) AS passed FROM (
         SELECT a.case_id AS caseId, a.decision, a.status = 'passed' OR coalesce(a.set_aside IN ('quarantine', 'expect_fail'), 0) AS passed,
                RANK() OVER (PARTITION BY a.case_id ORDER BY whole.age) AS place
         FROM whole JOIN attempts a ON a.run_id = whole.id WHERE whole.age <= ${LOOKED_AT} AND a.suite_key = :suiteKey
       ) WHERE place = 1 GROUP BY caseId`,
    )
    .all(series);
  return {
    known: new Set(rows.map(({ caseId }) => caseId)),
    notPassed: new Set(rows.filter(({ passed }) => passed === 0).map(({ caseId }) => caseId)),
  };
}
