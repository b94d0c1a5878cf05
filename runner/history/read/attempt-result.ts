import type { CaseResult } from '../../contract/index.ts';
import type { AttemptId } from '../../fold/index.ts';
import type { Database } from '../db/index.ts';
import { select } from '../db/select.ts';
import type { PayloadReader } from '../log/event-row.ts';
import { createStoredResultReader } from '../log/stored-result.ts';
import { CASE_IN_RUN } from './case-in-run.ts';

/** Returns undefined while the attempt has no result. */
export function attemptResult(
  database: Database,
  runId: string,
  { suiteKey, caseId, attempt }: AttemptId,
  read?: PayloadReader,
): CaseResult | undefined {
  const find = select(database.sqlite, 'attempts', 'lastSeq', `WHERE ${CASE_IN_RUN} AND attempt = ?`);
  const lastSeq = find.get(suiteKey, caseId, runId, attempt);
  if (lastSeq === undefined) return undefined;
  return createStoredResultReader(database, read)(runId, lastSeq)?.result;
}
