import type { CaseResult } from '../../contract/index.ts';
import type { AttemptId } from '../../fold/index.ts';
import type { Database } from '../db/index.ts';
import type { PayloadReader } from '../log/event-row.ts';
import { createStoredResultReader } from '../log/stored-result.ts';
import { CASE_IN_RUN } from './case-in-run.ts';

/** The result of one attempt; nothing while it has none. */
export function attemptResult(
  database: Database,
  runId: string,
  { suiteKey, caseId, attempt }: AttemptId,
  read?: PayloadReader,
): CaseResult | undefined {
  const lastSeq = database.sqlite
    .prepare<unknown[], number>(`SELECT last_seq FROM attempts WHERE ${CASE_IN_RUN} AND attempt = ?`)
    .pluck()
    .get(suiteKey, caseId, runId, attempt);
  if (lastSeq === undefined) return undefined;
  return createStoredResultReader(database, read)(runId, lastSeq)?.result;
}
