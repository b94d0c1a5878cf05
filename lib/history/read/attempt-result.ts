import type { CaseResult } from '../../../runner/contract/index.ts';
import type { AttemptKey } from '../../../runner/fold/index.ts';
import type { Database } from '../../db/index.ts';
import { createRowReader } from '../log/read-rows.ts';
import { fromEventRow, type PayloadReader } from '../write/event-row.ts';
import { CASE_IN_RUN } from './case-in-run.ts';

/** The result of one attempt; nothing while it has none. */
export function attemptResult(
  database: Database,
  runId: string,
  { suiteKey, caseId, attempt }: AttemptKey,
  read?: PayloadReader,
): CaseResult | undefined {
  const lastSeq = database.sqlite
    .prepare<unknown[], number>(`SELECT last_seq FROM attempts WHERE ${CASE_IN_RUN} AND attempt = ?`)
    .pluck()
    .get(suiteKey, caseId, runId, attempt);
  const row = lastSeq === undefined ? undefined : createRowReader(database)(runId, lastSeq);
  const event = row && fromEventRow(database, row, { ...(read && { read }) });
  return event?.type === 'case.finished' ? event.result : undefined;
}
