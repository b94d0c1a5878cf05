import type { CaseResult } from '../../../runner/contract/index.ts';
import type { AttemptKey } from '../../../runner/fold/index.ts';
import type { Database } from '../../db/index.ts';
import { EVENT_ROW, type EventRow, fromEventRow, type PayloadReader } from '../write/event-row.ts';
import { CASE_IN_RUN } from './case-in-run.ts';

/** The result of one attempt; nothing while it has none. */
export function attemptResult(
  database: Database,
  runId: string,
  { suiteKey, caseId, attempt }: AttemptKey,
  read?: PayloadReader,
): CaseResult | undefined {
  const row = database.sqlite
    .prepare<unknown[], EventRow>(
      `SELECT ${EVENT_ROW} FROM (SELECT run_id, last_seq FROM attempts WHERE ${CASE_IN_RUN} AND attempt = ?) a
       JOIN events e ON e.run_id = a.run_id AND e.seq = a.last_seq`,
    )
    .get(suiteKey, caseId, runId, attempt);
  const event = row && fromEventRow(database, row, { ...(read && { read }) });
  return event?.type === 'case.finished' ? event.result : undefined;
}
