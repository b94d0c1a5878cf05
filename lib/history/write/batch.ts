import type { Blob } from '../read/event-bodies.ts';
import type { EventRow } from './event-row.ts';

export type Row = Record<string, string | number | null>;

/**
 * What is written together. Events and attempts, of which there are many, are packed into one text each: it goes to the
 * writing thread in a fraction of the time that as many objects take.
 */
export type Batch = {
  runId: string;
  started: Row[];
  events: string;
  blobs: Blob[];
  calls: CallText[];
  live: LiveText[];
  attempts: string;
  finished: Row[];
};

/** What an agent has said so far in a turn that is not over; null when it is. */
export type LiveText = { attemptKey: string; turn: number; text: string | null };

/** What a model was asked and answered, as JSON. `series`: the calls that go on where the one before has ended. */
export type CallText = { seq: number; attemptKey: string; series: string; text: string };

export function emptyBatch(runId: string): Batch {
  return { runId, started: [], events: '', blobs: [], calls: [], live: [], attempts: '', finished: [] };
}

const FIELDS = 6;

/** An event as lines; JSON and the other fields never hold a line break. */
export function packEvent({ seq, at, type, attemptKey, blobs, data }: EventRow): string {
  return `${seq}\n${at}\n${type}\n${attemptKey ?? ''}\n${blobs}\n${data}\n`;
}

export type Value = string | number | null;

/** Values of packed events, in the order of `eventColumns`. */
export function unpackEvents(runId: string, packed: string): Value[][] {
  const lines = packed.split('\n');
  const rows: Value[][] = [];
  for (let start = 0; start + FIELDS <= lines.length; start += FIELDS) {
    const [seq, at, type = '', key = '', blobs, data = ''] = lines.slice(start, start + FIELDS);
    rows.push([runId, Number(seq), Number(at), type, key === '' ? null : key, Number(blobs), data]);
  }
  return rows;
}

export const eventColumns = ['run_id', 'seq', 'at', 'type', 'attempt_key', 'blobs', 'data'];
