import type { RunEvent, RunEventType } from '../../../runner/contract/index.ts';
import type { Database } from '../../db/index.ts';
import { readRows } from '../log/read-rows.ts';
import { type Bodies, countedRow, createPayloadReader, fromEventRow } from '../write/event-row.ts';
import { createCallReader } from './model-calls.ts';

export type EventRange = {
  afterSeq: number;
  limit?: number;
  upToSeq?: number;
  attemptKey?: string;
  types?: readonly RunEventType[];
  bodies?: Bodies;
};

/** The events of a run in order, lazily: memory stays flat however many there are. */
export function* readEvents(database: Database, runId: string, range: EventRange): Generator<RunEvent> {
  const { bodies = 'whole', attemptKey, limit, ...rest } = range;
  const rows = readRows(database, runId, { ...rest, attemptKeys: attemptKey === undefined ? undefined : [attemptKey] });
  const read = createPayloadReader(database, bodies);
  const calls = bodies === 'light' || bodies === 'counted' ? undefined : createCallReader(database, runId);
  let left = limit ?? Number.POSITIVE_INFINITY;
  for (const row of rows) {
    yield fromEventRow(database, bodies === 'counted' ? countedRow(row) : row, { read, ...(calls && { calls }) });
    left -= 1;
    if (left <= 0) return;
  }
}
