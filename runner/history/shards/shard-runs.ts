import type { Database } from '../db/index.ts';

/** A run of one of the parts that a plan was split into. Times in milliseconds since 1970. */
export type ShardRun = {
  runId: string;
  status: string;
  startedAt: number;
  index: number;
  total: number;
  /** Tells the plan that was split. */
  plan: string;
};

/** The runs of a history that are parts of larger ones, newest first. */
export function shardRuns({ sqlite }: Database): ShardRun[] {
  return sqlite
    .prepare<[], ShardRun>(
      `SELECT id AS runId, status, started_at AS startedAt, options ->> '$.shard.index' AS "index",
         options ->> '$.shard.total' AS total, options ->> '$.shard.plan' AS plan
       FROM runs WHERE options ->> 'shard' IS NOT NULL AND deleted_at IS NULL ORDER BY ordinal DESC`,
    )
    .all();
}
