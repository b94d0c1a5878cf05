import type { RunEvent, RunEventType } from '../../../runner/contract/index.ts';
import type { Database } from '../../db/index.ts';
import {
  type Bodies,
  COUNTED_ROW,
  createPayloadReader,
  EVENT_ROW,
  type EventRow,
  fromEventRow,
} from '../write/event-row.ts';
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
  const conditions = ['run_id = :runId', 'seq > :afterSeq'];
  if (range.upToSeq !== undefined) conditions.push('seq <= :upToSeq');
  if (range.attemptKey !== undefined) conditions.push('attempt_key = :attemptKey');
  if (range.types !== undefined) conditions.push('type IN (SELECT value FROM json_each(:types))');
  const statement = database.sqlite.prepare<unknown[], EventRow>(
    `SELECT ${range.bodies === 'counted' ? COUNTED_ROW : EVENT_ROW} FROM events e WHERE ${conditions.join(' AND ')} ORDER BY seq LIMIT :limit`,
  );
  const rows = statement.iterate({
    runId,
    afterSeq: range.afterSeq,
    upToSeq: range.upToSeq ?? 0,
    attemptKey: range.attemptKey ?? '',
    types: JSON.stringify(range.types ?? []),
    limit: range.limit ?? -1,
  });
  const { bodies = 'whole' } = range;
  const read = createPayloadReader(database, bodies);
  const calls = bodies === 'light' || bodies === 'counted' ? undefined : createCallReader(database, runId);
  for (const row of rows) yield fromEventRow(database, row, { read, ...(calls && { calls }) });
}

/** Where the log of a run ends for now; 0 for an unknown one. */
export function lastSeq(database: Database, runId: string): number {
  return Number(database.sqlite.prepare('SELECT max(seq) FROM events WHERE run_id = ?').pluck().get(runId));
}
