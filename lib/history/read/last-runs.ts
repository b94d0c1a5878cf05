import { placeOfSuite } from '../../../runner/fold/index.ts';
import type { Database } from '../../db/index.ts';

/** The result of a suite's newest finished run, in attempts. */
export type LastRun = { runId: string; passed: number; judged: number; startedAt: number };

/** The newest finished run of every file that has one of its own; a table has one with any of its scorers. */
export function lastRuns(database: Database): Map<string, LastRun> {
  const rows = database.sqlite
    .prepare<[], LastRun & { suiteKey: string }>(
      `SELECT suiteKey, runId, passed, judged, startedAt FROM (
         SELECT suite_key AS suiteKey, id AS runId, passed, passed + failed + errors + timeouts AS judged,
                started_at AS startedAt, RANK() OVER (PARTITION BY suite_key ORDER BY started_at DESC, id DESC) AS age
         FROM runs WHERE finished_at IS NOT NULL AND deleted_at IS NULL
       ) WHERE age = 1 ORDER BY startedAt, runId`,
    )
    .all();
  return new Map(rows.map(({ suiteKey, ...run }) => [placeOfSuite(suiteKey).file, run]));
}
