import type { Blob, EventRow } from './event-row.ts';

export type Row = Record<string, string | number | null>;

/** What is written together. Keys of rows are columns. */
export type Batch = { started: Row[]; events: EventRow[]; blobs: Blob[]; attempts: Row[]; finished: Row[] };

export function emptyBatch(): Batch {
  return { started: [], events: [], blobs: [], attempts: [], finished: [] };
}

/** `later` after `earlier`, as one batch. */
export function mergeBatches(earlier: Batch, later: Batch): Batch {
  if (earlier.events.length === 0) return later;
  return {
    started: [...earlier.started, ...later.started],
    events: [...earlier.events, ...later.events],
    blobs: [...earlier.blobs, ...later.blobs],
    attempts: [...earlier.attempts, ...later.attempts],
    finished: [...earlier.finished, ...later.finished],
  };
}
