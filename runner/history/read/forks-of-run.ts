import type { RunStatus } from '../../fold/index.ts';
import type { Database } from '../db/index.ts';

/** A run forked from a turn of another run, with the number of attempts that passed so far. */
export type ForkOfRun = {
  runId: string;
  suiteKey: string;
  caseId: string;
  attempt: number;
  turn: number;
  status: RunStatus;
  passed: number;
  judged: number;
  attempts: number;
};

/** The forks of a run, oldest first. */
export function listForksOfRun({ sqlite }: Database, runId: string): ForkOfRun[] {
  return sqlite
    .prepare<[string], ForkOfRun>(
      `SELECT id AS runId, fork ->> 'suiteKey' AS suiteKey, fork ->> 'caseId' AS caseId, fork ->> 'attempt' AS attempt,
              fork ->> 'turn' AS turn, status, passed, passed + failed + errors + timeouts AS judged, attempts
       FROM (SELECT *, options -> 'fork' AS fork FROM runs WHERE options ->> '$.fork.runId' = ? AND deleted_at IS NULL)
       ORDER BY ordinal`,
    )
    .all(runId);
}
