import type { Suite } from '../../contract/index.ts';
import type { Database } from '../../history/db/index.ts';
import { type RecordedResult, readRecordedAttempts, readRunStart } from '../../history/index.ts';
import { toRecordedAnswer } from '../../kinds/recorded/recorded-answer.ts';
import { readReportFile } from '../stored/read-report-file.ts';
import { type HistoryLocation, openExistingHistory, requireRun } from '../stored/stored-history.ts';
import type { Terminal } from '../terminal.ts';

/** A run in the history or in a report. */
export type StoredAttempts = { runId: string; suites: readonly Suite[]; attempts: Iterable<RecordedResult> };

type RunReference = { reference: string; place: HistoryLocation; terminal: Terminal };

/**
 * Reads the recorded attempts of a run or a report. `history` is opened only for a run in the history; the caller
 * closes it.
 */
export function openStoredAttempts(
  { reference, place, terminal }: RunReference,
  history: LazyHistoryOpener,
): StoredAttempts {
  if (/\.jsonl?$/i.test(reference)) {
    const { state, resultsOf } = readReportFile(reference, terminal.cwd);
    const attempts = state.rows.flatMap((row) =>
      resultsOf(row).map((result): RecordedResult => {
        const key = { suiteKey: row.suiteKey, caseId: row.id, attempt: result.attempt };
        return { ...key, result, answer: toRecordedAnswer(result) };
      }),
    );
    return { runId: state.runId, suites: state.suites, attempts };
  }
  const database = history.open(place, terminal);
  const { runId } = requireRun(database, reference);
  const suites = readRunStart(database, runId)?.suites ?? [];
  return { runId, suites, attempts: readRecordedAttempts(database, runId) };
}

/** A history that is opened when it is first needed. */
export type LazyHistoryOpener = { open(historyLocation: HistoryLocation, terminal: Terminal): Database; close(): void };

export function createLazyHistory(): LazyHistoryOpener {
  let database: Database | undefined;
  return {
    open(historyLocation, terminal) {
      database ??= openExistingHistory(historyLocation, terminal);
      return database;
    },
    close: () => database?.close(),
  };
}
