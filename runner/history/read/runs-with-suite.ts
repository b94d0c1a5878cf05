import type { Database } from '../db/index.ts';
import { selectRows } from '../db/select.ts';
import { noForkOrExperimentCondition } from '../runs/complete-runs.ts';

/** The newest finished runs that have attempts of a suite, newest first. */
export function listRunsWithSuite({ sqlite }: Database, suiteKey: string, limit: number): string[] {
  return selectRows(
    sqlite,
    'runs',
    'id',
    `WHERE status <> 'running' AND deleted_at IS NULL AND ${noForkOrExperimentCondition('runs')}
       AND EXISTS (SELECT 1 FROM attempts a WHERE a.run_id = runs.id AND a.suite_key = ?)
     ORDER BY ordinal DESC LIMIT ?`,
  ).all(suiteKey, limit);
}
