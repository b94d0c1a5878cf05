import type { RunEvent } from '../../contract/index.ts';
import type { Database } from '../db/index.ts';
import { createPlaceholderRow } from './event-lines.ts';
import { type EventRow, fromEventRow, type PayloadReader } from './event-row.ts';
import { createRowReader } from './read-rows.ts';

type CaseFinished = Extract<RunEvent, { type: 'case.finished' }>;

/**
 * Reads attempt results from the log, at the positions in `attempts.last_seq`. An unreadable result becomes an error
 * that gives the reason.
 */
export function createStoredResultReader(
  database: Database,
  read?: PayloadReader,
  view: (row: EventRow) => EventRow = (row) => row,
): (runId: string, lastSeq: number) => CaseFinished | undefined {
  const readRow = createRowReader(database);
  return (runId, seq) => {
    const row = readRow(runId, seq) ?? createPlaceholderRow({ runId, seq });
    const event = fromEventRow(database, view(row), { ...(read && { read }) });
    return event.type === 'case.finished' ? event : undefined;
  };
}
