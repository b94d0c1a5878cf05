import type { Suite } from '../../contract/index.ts';
import type { Database } from '../../history/db/index.ts';
import { findRun, type RecordedResult, readEvents, recordedAttempts } from '../../history/index.ts';
import { toRecordedAnswer } from '../../kinds/recorded/recorded-answer.ts';
import { readReportFile } from '../stored/read-report-file.ts';
import { type HistoryPlace, openStoredHistory } from '../stored/stored-history.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

/** A run of the history, or of a report. */
export type StoredAttempts = { runId: string; suites: readonly Suite[]; attempts: Iterable<RecordedResult> };

type RunReference = { reference: string; place: HistoryPlace; terminal: Terminal };

/**
 * Opens the recorded attempts of a run or a report. `history` is opened only for a run in the history; the caller
 * closes it.
 */
export function storedAttempts({ reference, place, terminal }: RunReference, history: LazyHistory): StoredAttempts {
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
  const lookup = findRun(database, reference);
  if (!lookup.ok) throw new UsageError(lookup.problem, lookup.details);
  const { runId } = lookup.run;
  return { runId, suites: suitesIn(database, runId), attempts: recordedAttempts(database, runId) };
}

/** Reads only the first event of a run, because reading all events would take longer than judging. */
function suitesIn(database: Database, runId: string): readonly Suite[] {
  for (const event of readEvents(database, runId, { afterSeq: 0, types: ['run.started'], limit: 1 })) {
    if (event.type === 'run.started') return event.suites;
  }
  return [];
}

/** A history that is opened when it is first needed. */
export type LazyHistory = { open(place: HistoryPlace, terminal: Terminal): Database; close(): void };

export function lazyHistory(): LazyHistory {
  let database: Database | undefined;
  return {
    open(place, terminal) {
      database ??= openStoredHistory(place, terminal);
      return database;
    },
    close: () => database?.close(),
  };
}
