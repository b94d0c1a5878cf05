import type { CaseResult } from '../../runner/contract/index.ts';
import type { Database } from '../db/index.ts';
import { type EventRow, fromEventRow } from './event-row.ts';

export type AttemptContent = { suiteKey: string; caseId: string; caseHash: string; attempt: number };

/** Finds the result of an attempt in a run: one that ended by itself, of a case with the same content. */
export function createEarlierResults(
  database: Database,
  runId: string,
): (wanted: AttemptContent) => CaseResult | undefined {
  const find = database.sqlite.prepare<unknown[], EventRow>(
    `SELECT e.run_id AS runId, e.seq, e.at, e.type, e.attempt_key AS attemptKey, e.data, e.blobs
     FROM attempts a JOIN events e ON e.run_id = a.run_id AND e.seq = a.last_seq
     WHERE a.suite_key = ? AND a.case_id = ? AND a.run_id = ? AND a.attempt = ? AND a.case_hash = ?
       AND a.status <> 'skipped'`,
  );
  return ({ suiteKey, caseId, caseHash, attempt }) => {
    const row = find.get(suiteKey, caseId, runId, attempt, caseHash);
    const event = row === undefined ? undefined : fromEventRow(database, row);
    return event?.type === 'case.finished' ? event.result : undefined;
  };
}
