import type { AttemptId } from '../../fold/index.ts';
import type { FailingCaseHistory } from '../../verdict/index.ts';
import type { Database } from '../db/index.ts';
import { selectRows } from '../db/select.ts';
import { noForkOrExperimentCondition } from '../runs/complete-runs.ts';
import { readAttemptsOfCase } from './attempts-of-case.ts';

/** Returns the newest run that contained a case with this id, in any suite. */
export function findNewestRunWithCase({ sqlite }: Database, caseId: string): string | undefined {
  return selectRows(
    sqlite,
    'runs',
    'id',
    `WHERE deleted_at IS NULL AND ${noForkOrExperimentCondition('runs')} AND EXISTS (SELECT 1 FROM attempts a WHERE a.run_id = runs.id AND a.case_id = ?)
     ORDER BY ordinal DESC LIMIT 1`,
  ).get(caseId);
}

/** A passed attempt with which a failed one is compared. */
export type PassedCase = AttemptId & { runId: string };

/**
 * Returns the passed attempt of the same case with which a failed attempt is compared: from the same run if it has one,
 * otherwise from the last complete run in which the case passed.
 */
export function findPassingRun(
  database: Database,
  { runId, caseHistory, ...key }: AttemptId & { runId: string; caseHistory: FailingCaseHistory | undefined },
): PassedCase | undefined {
  for (const run of [runId, caseHistory?.lastPassed?.runId]) {
    if (run === undefined) continue;
    const attempts = readAttemptsOfCase(database, run, key);
    const passed = attempts?.attempts.find(({ status }) => status === 'passed');
    if (attempts !== undefined && passed !== undefined) {
      return { runId: run, suiteKey: attempts.suiteKey, caseId: key.caseId, attempt: passed.attempt };
    }
  }
  return undefined;
}
