import { caseKey, isFailing, type RunState } from '../../../runner/fold/index.ts';
import { diagnose } from '../../../runner/verdict/index.ts';
import type { Database } from '../../db/index.ts';
import { createStoredResultReader } from '../unreadable/stored-result.ts';
import { countedRow } from '../write/event-row.ts';

/** An attempt that went wrong, and what it has in common with others that went wrong in the same way. */
export type FailedAttempt = { attempt: number; cause: string };

/**
 * The attempts of a run that went wrong, by case (see `caseKey`), in order. All are read in one pass, without what was
 * said: it decides on no cause.
 */
export function causesOfRun(
  database: Database,
  { runId, rows, unreadable = [] }: RunState,
): Map<string, FailedAttempt[]> {
  const byKey = new Map(rows.map((row) => [caseKey(row.suiteKey, row.id), row]));
  const lastSeqs = database.sqlite
    .prepare<[string], number>(
      "SELECT last_seq FROM attempts WHERE run_id = ? AND status IN ('failed', 'error', 'timeout') ORDER BY last_seq",
    )
    .pluck();
  const unreadableSeqs = unreadable.filter(({ of }) => of === 'case.finished').map(({ seq }) => seq);
  const resultAt = createStoredResultReader(database, undefined, countedRow);
  const found = new Map<string, FailedAttempt[]>();
  for (const seq of new Set([...lastSeqs.all(runId), ...unreadableSeqs])) {
    const event = resultAt(runId, seq);
    if (event === undefined || !isFailing(event.result.status)) continue;
    const key = caseKey(event.suiteKey, event.caseId);
    const cause = diagnose(event.result, byKey.get(key) ?? event)?.cause;
    if (cause !== undefined) found.set(key, [...(found.get(key) ?? []), { attempt: event.attempt, cause }]);
  }
  for (const attempts of found.values()) attempts.sort((one, other) => one.attempt - other.attempt);
  return found;
}
