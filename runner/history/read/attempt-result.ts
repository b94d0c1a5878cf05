import type { CaseResult } from '../../contract/index.ts';
import type { AttemptId } from '../../fold/index.ts';
import type { Database } from '../db/index.ts';
import { selectRows } from '../db/select.ts';
import type { PayloadReader } from '../log/event-row.ts';
import { createStoredResultReader } from '../log/stored-result.ts';
import { CASE_IN_RUN_SQL } from './case-in-run.ts';

/** Reads results of attempts, one at a time; undefined while an attempt has no result. */
export function createAttemptResultReader(
  database: Database,
  read?: PayloadReader,
): (runId: string, attempt: AttemptId) => CaseResult | undefined {
  const findAttempt = selectRows(database.sqlite, 'attempts', 'lastSeq', `${CASE_IN_RUN_SQL} AND attempt = ?`);
  const resultAt = createStoredResultReader(database, read);
  return (runId, { suiteKey, caseId, attempt }) => {
    const lastSeq = findAttempt.get(suiteKey, caseId, runId, attempt);
    return lastSeq === undefined ? undefined : resultAt(runId, lastSeq)?.result;
  };
}

/** Returns the result of an attempt; undefined while it has none. */
export function readAttemptResult(
  database: Database,
  runId: string,
  attempt: AttemptId,
  read?: PayloadReader,
): CaseResult | undefined {
  return createAttemptResultReader(database, read)(runId, attempt);
}
