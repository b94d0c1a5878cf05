import { type RecordedAttempt, toRecordedAnswer } from '../../authoring/index.ts';
import type { CaseStatus } from '../../contract/index.ts';
import type { Database } from '../db/index.ts';
import { noForkOrExperimentCondition } from '../runs/complete-runs.ts';
import { getAttemptState } from './get-attempt-state.ts';

export type RecordedAnswers = {
  /** The recorded answers, newest first. */
  answers: RecordedAttempt[];
  /** The number of attempts that were left out because the answers would exceed `mostBytes`. */
  leftOut: number;
};

type AnswersRequest = { suiteKey: string; caseId: string; limit?: number; mostBytes?: number };

type RecordedAttemptRow = {
  runId: string;
  attempt: number;
  status: CaseStatus;
  startedAt: number;
  agentId: string;
  connector: string | null;
};

/** The latest attempts of a case in which the agent answered, in full, as far as they fit into `mostBytes`. */
export function readRecordedAnswers(
  database: Database,
  { suiteKey, caseId, limit = 20, mostBytes = 8_000_000 }: AnswersRequest,
): RecordedAnswers {
  const rows = database.sqlite
    .prepare<unknown[], RecordedAttemptRow>(
      `SELECT a.run_id AS runId, a.attempt, a.status, a.started_at AS startedAt,
              r.agent_id AS agentId, r.connector
       FROM attempts a JOIN runs r ON r.id = a.run_id
       WHERE a.suite_key = :suiteKey AND a.case_id = :caseId AND a.kind IN ('standard', 'dynamic') AND r.deleted_at IS NULL AND ${noForkOrExperimentCondition('r')}
       ORDER BY r.ordinal DESC, a.attempt DESC LIMIT :limit`,
    )
    .all({ suiteKey, caseId, limit });
  const answers: RecordedAttempt[] = [];
  let remainingBytes = mostBytes;
  let leftOut = 0;
  for (const row of rows) {
    const answer = readRecordedAttempt(database, suiteKey, { ...row, caseId });
    if (answer === undefined) continue;
    const size = JSON.stringify(answer).length;
    if (size > remainingBytes) {
      leftOut += 1;
      continue;
    }
    remainingBytes -= size;
    answers.push(answer);
  }
  return { answers, leftOut };
}

function readRecordedAttempt(
  database: Database,
  suiteKey: string,
  { caseId, ...row }: RecordedAttemptRow & { caseId: string },
): RecordedAttempt | undefined {
  const { runId, attempt, connector, ...facts } = row;
  const { turns, checkpointChecks, result } = getAttemptState(database, runId, { suiteKey, caseId, attempt });
  if (result === undefined || result.unreadable !== undefined || turns.every(({ response }) => response === undefined))
    return undefined;
  return {
    runId,
    suiteKey,
    caseId,
    attempt,
    ...facts,
    connector: connector ?? undefined,
    ...toRecordedAnswer(result, { turns, checkpointChecks }),
    status: result.status,
  };
}
