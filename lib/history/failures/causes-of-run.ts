import { caseKey, isFailing, type RunState } from '../../../runner/fold/index.ts';
import { diagnose } from '../../../runner/verdict/index.ts';
import type { Database } from '../../db/index.ts';
import { COUNTED_ROW, type EventRow, fromEventRow } from '../write/event-row.ts';

/** An attempt that went wrong, and what it has in common with others that went wrong in the same way. */
export type FailedAttempt = { attempt: number; cause: string };

/**
 * The attempts of a run that went wrong, by case (see `caseKey`), in order. All are read in one pass, without what was
 * said: it decides on no cause.
 */
export function causesOfRun(database: Database, { runId, rows }: RunState): Map<string, FailedAttempt[]> {
  const byKey = new Map(rows.map((row) => [caseKey(row.suiteKey, row.id), row]));
  // The plus has SQLite read the events in their order, which takes a third of the time of looking up each.
  const statement = database.sqlite.prepare<[string, string], EventRow>(
    `SELECT ${COUNTED_ROW} FROM events e WHERE e.run_id = ? AND +e.seq IN (
       SELECT last_seq FROM attempts WHERE run_id = ? AND status IN ('failed', 'error', 'timeout')) ORDER BY e.seq`,
  );
  const found = new Map<string, FailedAttempt[]>();
  for (const stored of statement.iterate(runId, runId)) {
    const event = fromEventRow(database, stored);
    if (event.type !== 'case.finished' || !isFailing(event.result.status)) continue;
    const key = caseKey(event.suiteKey, event.caseId);
    const cause = diagnose(event.result, byKey.get(key) ?? event)?.cause;
    if (cause !== undefined) found.set(key, [...(found.get(key) ?? []), { attempt: event.attempt, cause }]);
  }
  for (const attempts of found.values()) attempts.sort((one, other) => one.attempt - other.attempt);
  return found;
}
