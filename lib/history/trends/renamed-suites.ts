import type { Database } from '../../db/index.ts';
import { storedFigures } from './stored-figures.ts';
import type { TrendRun } from './trend-runs.ts';

type Row = { runId: string; suiteKey: string; figures: string | null };

const LOOKED_AT = 50;

/**
 * Suites whose last run judged just the cases of the given run, and before it: files are known by their path, so a suite
 * that was renamed begins anew.
 */
export function renamedSuites(database: Database, first: TrendRun | undefined): string[] {
  if (first === undefined || first.counts.passed + first.counts.failed === 0) return [];
  const rows = database.sqlite
    .prepare<unknown[], Row>(
      `SELECT id AS runId, suite_key AS suiteKey, figures FROM (
         SELECT id, suite_key, figures, ordinal,
                ROW_NUMBER() OVER (PARTITION BY suite_key ORDER BY ordinal DESC) AS age
         FROM runs WHERE deleted_at IS NULL AND status <> 'running' AND suite_key <> :suiteKey
       ) WHERE age = 1 AND ordinal < (SELECT ordinal FROM runs WHERE id = :runId) ORDER BY ordinal DESC LIMIT :limit`,
    )
    .all({ suiteKey: first.suiteKey, runId: first.runId, limit: LOOKED_AT });
  const figures = storedFigures(
    database,
    rows.map((row) => ({ runId: row.runId, figures: row.figures === null ? null : JSON.parse(row.figures) })),
  );
  return rows.filter(({ runId }) => figures.get(runId)?.cases === first.figures.cases).map(({ suiteKey }) => suiteKey);
}
