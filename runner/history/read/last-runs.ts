import { parseSuiteKey } from '../../fold/index.ts';
import type { Database } from '../db/index.ts';
import { completeRunCondition } from '../runs/complete-runs.ts';

/** The result of the newest complete run of a series, as numbers of attempts. */
export type LastRun = {
  runId: string;
  agentId: string;
  connector: string | null;
  simulator: string | null;
  passed: number;
  judged: number;
  startedAt: number;
};

/**
 * The newest complete run of each series, grouped by file, newest first. A table's entry includes the runs of all its
 * scorers.
 */
export function readLastRunsByFile(database: Database): Map<string, LastRun[]> {
  const rows = database.sqlite
    .prepare<[], LastRun & { suiteKey: string }>(
      `SELECT suiteKey, runId, agentId, connector, simulator, passed, judged, startedAt FROM (
         SELECT suite_key AS suiteKey, id AS runId, agent_id AS agentId, connector, simulator, passed,
                passed + failed + errors + timeouts AS judged, started_at AS startedAt, ordinal,
                RANK() OVER (PARTITION BY suite_key, agent_id, connector, simulator ORDER BY ordinal DESC) AS age
         FROM runs WHERE ${completeRunCondition()} AND deleted_at IS NULL
       ) WHERE age = 1 ORDER BY ordinal DESC`,
    )
    .all();
  const byFile = Map.groupBy(rows, ({ suiteKey }) => parseSuiteKey(suiteKey).file);
  return new Map([...byFile].map(([file, runs]) => [file, runs.map(({ suiteKey: _, ...run }) => run)]));
}
