import type { Database } from '../db/index.ts';
import type { TrendRun } from './trend-runs.ts';

type SuiteCases = { suiteKey: string; cases: string };

const LOOKED_AT = 50;

/**
 * Suites whose last run judged exactly the cases of the given run, before it. Suites are identified by their path, so
 * a renamed file starts a new trend.
 */
export function renamedSuites(database: Database, first: TrendRun | undefined): string[] {
  if (first === undefined || first.counts.passed + first.counts.failed === 0) return [];
  const rows = database.sqlite
    .prepare<unknown[], SuiteCases>(
      `SELECT suite_key AS suiteKey, figures ->> 'cases' AS cases FROM (
         SELECT suite_key, figures, ordinal,
                ROW_NUMBER() OVER (PARTITION BY suite_key ORDER BY ordinal DESC) AS age
         FROM runs WHERE deleted_at IS NULL AND status <> 'running' AND suite_key <> :suiteKey
       ) WHERE age = 1 AND ordinal < (SELECT ordinal FROM runs WHERE id = :runId) ORDER BY ordinal DESC LIMIT :limit`,
    )
    .all({ suiteKey: first.suiteKey, runId: first.runId, limit: LOOKED_AT });
  return rows.filter(({ cases }) => cases === first.figures.cases).map(({ suiteKey }) => suiteKey);
}
