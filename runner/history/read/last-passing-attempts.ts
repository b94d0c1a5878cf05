import { type RecordedAnswer, toRecordedAnswer } from '../../authoring/index.ts';
import type { Database } from '../db/index.ts';
import { noForkOrExperimentCondition } from '../runs/complete-runs.ts';
import { getAttemptState } from './get-attempt-state.ts';

export type LastPassingAttempt = { caseId: string; runId: string; attempt: number; answer: RecordedAnswer };

type LastPassingAttemptRow = { caseId: string; runId: string; attempt: number };

/** Yields the newest passed attempt of each case of a suite, one at a time. */
export function* readLastPassingAttempts(database: Database, suiteKey: string): Generator<LastPassingAttempt> {
  const rows = database.sqlite
    .prepare<[string], LastPassingAttemptRow>(
      `SELECT caseId, runId, attempt FROM (
         SELECT a.case_id AS caseId, a.run_id AS runId, a.attempt,
                ROW_NUMBER() OVER (PARTITION BY a.case_id ORDER BY r.ordinal DESC, a.attempt DESC) AS age
         FROM attempts a JOIN runs r ON r.id = a.run_id
         WHERE a.suite_key = ? AND a.status = 'passed' AND a.kind IN ('standard', 'dynamic') AND r.deleted_at IS NULL AND ${noForkOrExperimentCondition('r')}
       ) WHERE age = 1 ORDER BY caseId`,
    )
    .all(suiteKey);
  for (const { caseId, runId, attempt } of rows) {
    const { turns, checkpointChecks, result } = getAttemptState(database, runId, { suiteKey, caseId, attempt });
    if (result !== undefined && result.unreadable === undefined)
      yield { caseId, runId, attempt, answer: toRecordedAnswer(result, { turns, checkpointChecks }) };
  }
}
