import type { Database } from '../db/index.ts';
import { getRun } from '../read/get-run.ts';
import { completeRunCondition } from '../runs/complete-runs.ts';
import { findDefaultRunToCompare } from './default-baseline.ts';

/** The newest complete run with an earlier run to compare it with; undefined if every series has only one run. */
export function findNewestComparison(database: Database): { base: string; head: string } | undefined {
  const newestRunIds = database.sqlite
    .prepare<[], string>(
      `SELECT id FROM (
         SELECT id, ordinal, row_number() OVER (
           PARTITION BY suite_key, agent_id, connector, simulator ORDER BY ordinal DESC
         ) AS place FROM runs WHERE ${completeRunCondition()} AND deleted_at IS NULL
       ) WHERE place = 1 ORDER BY ordinal DESC`,
    )
    .pluck()
    .all();
  for (const newestRunId of newestRunIds) {
    const run = getRun(database, newestRunId);
    const base = run && findDefaultRunToCompare(database, run);
    if (base !== undefined) return { base, head: newestRunId };
  }
  return undefined;
}
