import type { Database } from '../db/index.ts';

/** A run of one shard, that is, of one part of a split plan. Times are milliseconds since 1970. */
export type ShardRun = {
  runId: string;
  status: string;
  startedAt: number;
  index: number;
  total: number;
  /** The id of the plan that was split into shards. */
  plan: string;
};

/** Returns all runs of shards in a history, newest first. */
export function listShardRuns({ sqlite }: Database): ShardRun[] {
  return sqlite
    .prepare<[], ShardRun>(
      `SELECT id AS runId, status, started_at AS startedAt, options ->> '$.shard.index' AS "index",
         options ->> '$.shard.total' AS total, options ->> '$.shard.plan' AS plan
       FROM runs WHERE options ->> 'shard' IS NOT NULL AND deleted_at IS NULL ORDER BY ordinal DESC`,
    )
    .all();
}
