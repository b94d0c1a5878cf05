import type { Database } from '../db/index.ts';
import { notForked } from '../runs/whole-runs.ts';

/** The newest finished runs that have attempts of a suite, newest first. */
export function runsWithSuite({ sqlite }: Database, suiteKey: string, limit: number): string[] {
  return sqlite
    .prepare<[string, number], string>(
      `SELECT r.id FROM runs r
       WHERE r.status <> 'running' AND r.deleted_at IS NULL AND ${notForked('r')}
         AND EXISTS (SELECT 1 FROM attempts a WHERE a.run_id = r.id AND a.suite_key = ?)
       ORDER BY r.ordinal DESC LIMIT ?`,
    )
    .pluck()
    .all(suiteKey, limit);
}
