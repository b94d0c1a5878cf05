import type { Database } from '../../db/index.ts';

export type LastOutcomes = {
  /** Cases that some finished run has selected. */
  known: ReadonlySet<string>;
  /** Those of them that did not pass in the newest run that selected them, and on which anything hangs. */
  notPassed: ReadonlySet<string>;
};

/** Returns the last outcomes of a suite's cases, each from the newest finished run that had it. */
export function lastOutcomes(database: Database, suiteKey: string): LastOutcomes {
  const rows = database.sqlite
    .prepare<[string], { caseId: string; passed: number }>(
      `SELECT caseId, coalesce(MAX(decision) = 'good', MIN(passed)) AS passed FROM (
         SELECT a.case_id AS caseId, a.decision, a.status = 'passed' OR a.set_aside IN ('quarantine', 'expect_fail') AS passed,
                RANK() OVER (PARTITION BY a.case_id ORDER BY r.started_at DESC, r.id DESC) AS age
         FROM attempts a JOIN runs r ON r.id = a.run_id
         WHERE a.suite_key = ? AND r.finished_at IS NOT NULL
       ) WHERE age = 1 GROUP BY caseId`,
    )
    .all(suiteKey);
  return {
    known: new Set(rows.map(({ caseId }) => caseId)),
    notPassed: new Set(rows.filter(({ passed }) => passed === 0).map(({ caseId }) => caseId)),
  };
}
