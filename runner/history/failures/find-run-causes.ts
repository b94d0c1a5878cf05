import { type CaseKey, caseKey, isFailing, type RunState } from '../../fold/index.ts';
import { diagnose, type LoadLastPassingAttempt } from '../../verdict/index.ts';
import type { Database } from '../db/index.ts';
import { selectRows } from '../db/select.ts';
import { createReaderWithoutToolResults, withoutConversationTexts } from '../log/event-row.ts';
import { createStoredResultReader } from '../log/stored-result.ts';

/** A failed attempt; `cause` is the same for attempts that failed in the same way. */
export type FailedAttempt = { attempt: number; cause: string; turn: number | undefined };

/**
 * The maximum number of failures whose texts are read to compare causes. With more failures, causes are compared
 * without the texts, because reading them would take minutes.
 */
const MAX_READ_RESULTS = 2_000;

/** The attempts of a run that went wrong, by case (see `caseKey`), in order. All are read in one pass. */
export function findRunCauses(
  database: Database,
  { runId, rows, unreadable = [] }: RunState,
  lastPassing: LoadLastPassingAttempt,
): Map<CaseKey, FailedAttempt[]> {
  const byKey = new Map(rows.map((row) => [caseKey(row.suiteKey, row.id), row]));
  const lastSeqs = selectRows(
    database.sqlite,
    'attempts',
    'lastSeq',
    "WHERE run_id = ? AND status IN ('failed', 'error', 'timeout') ORDER BY last_seq",
  );
  const unreadableSeqs = unreadable.filter(({ of }) => of === 'case.finished').map(({ seq }) => seq);
  const seqs = new Set([...lastSeqs.all(runId), ...unreadableSeqs]);
  const isLarge = seqs.size > MAX_READ_RESULTS;
  const resultAt = isLarge
    ? createStoredResultReader(database, undefined, withoutConversationTexts)
    : createStoredResultReader(database, createReaderWithoutToolResults(database));
  const failures = new Map<CaseKey, FailedAttempt[]>();
  for (const seq of seqs) {
    const event = resultAt(runId, seq);
    if (event === undefined || !isFailing(event.result.status)) continue;
    const key = caseKey(event.suiteKey, event.caseId);
    const row = byKey.get(key);
    const cause = diagnose(event.result, row ?? event, isLarge ? undefined : row && lastPassing(row))?.cause;
    if (cause !== undefined)
      failures.set(key, [
        ...(failures.get(key) ?? []),
        { attempt: event.attempt, cause: cause.fingerprint, turn: cause.turn },
      ]);
  }
  for (const attempts of failures.values()) attempts.sort((one, other) => one.attempt - other.attempt);
  return failures;
}
