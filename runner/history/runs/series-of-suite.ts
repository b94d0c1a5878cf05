import type { Database } from '../db/index.ts';
import { completeRunCondition } from './complete-runs.ts';
import type { RunSeries } from './series.ts';

/** The series of a suite, most recently run first, from their newest complete runs; includes runs of several suites. */
export function listSeriesOfSuite({ sqlite }: Database, suiteKey: string): RunSeries[] {
  return sqlite
    .prepare<[{ suiteKey: string }], RunSeries>(
      `SELECT :suiteKey AS suiteKey, agentId, connector, simulator FROM (
         SELECT agent_id AS agentId, connector, simulator, ordinal FROM runs r
         WHERE suite_key = :suiteKey AND suites IS NULL AND deleted_at IS NULL AND ${completeRunCondition('r')}
         UNION ALL
         SELECT s.value ->> 'agentId', s.value ->> 'connector', r.simulator, r.ordinal FROM runs r, json_each(r.suites) s
         WHERE r.suites IS NOT NULL AND s.value ->> 'key' = :suiteKey AND r.deleted_at IS NULL AND ${completeRunCondition('r')}
       ) GROUP BY agentId, connector, simulator ORDER BY MAX(ordinal) DESC`,
    )
    .all({ suiteKey });
}
