import type { Database } from '../db/index.ts';

/**
 * Rules for the runs to keep. A run is removed if it is older than `olderThanMs`, or if its suite has `keep` newer
 * runs; deleted runs are always removed.
 */
export type RetentionRules = {
  olderThanMs?: number;
  keep?: number;
  /** True to remove also baselines, and runs that a person has labelled or reviewed. */
  all?: boolean;
  now: number;
};

export type PrunableRun = { runId: string; suiteKey: string; startedAt: number; deleted: boolean };

/**
 * Returns the runs to remove, oldest first. Runs in progress are never removed. A wrong clock never causes a removal: a
 * run never counts as older than a run stored before it, and start times in the future are ignored.
 */
export function listPrunableRuns(
  database: Database,
  { olderThanMs, keep, all = false, now }: RetentionRules,
): PrunableRun[] {
  const rows = database.sqlite
    .prepare<unknown[], Omit<PrunableRun, 'deleted'> & { deleted: 0 | 1 }>(
      `SELECT runId, suiteKey, startedAt, deleted FROM (
         SELECT r.id AS runId, r.ordinal, MAX(CASE WHEN r.started_at <= :now THEN r.started_at END) OVER (ORDER BY r.ordinal) AS begunBy, r.suite_key AS suiteKey, r.started_at AS startedAt, r.deleted_at IS NOT NULL AS deleted,
                ROW_NUMBER() OVER (PARTITION BY r.suite_key, r.deleted_at IS NOT NULL
                                   ORDER BY r.ordinal DESC) AS place,
                r.label IS NOT NULL OR EXISTS (SELECT 1 FROM baselines b WHERE b.run_id = r.id)
                  OR EXISTS (SELECT 1 FROM reviews v WHERE v.run_id = r.id)
                  OR EXISTS (SELECT 1 FROM turn_reviews t WHERE t.run_id = r.id)
                  OR EXISTS (SELECT 1 FROM decisions d WHERE d.run_id = r.id)
                  OR EXISTS (SELECT 1 FROM hints h WHERE h.run_id = r.id) AS cherished,
                r.status
         FROM runs r
       ) WHERE status <> 'running' AND (
         deleted OR ((begunBy < :before OR place > :keep) AND (:all OR NOT cherished))
       ) ORDER BY ordinal`,
    )
    .all({
      before: olderThanMs === undefined ? -1 : now - olderThanMs,
      now,
      keep: keep ?? Number.MAX_SAFE_INTEGER,
      all: all ? 1 : 0,
    });
  return rows.map((row) => ({ ...row, deleted: row.deleted === 1 }));
}
