import { setImmediate as turnOfLoop } from 'node:timers/promises';
import type { Database } from '../../runner/history/db/index.ts';
import { readEvents } from '../../runner/history/index.ts';
import { createRecentValues } from '../../runner/values/index.ts';
import { formatEvent } from '../sse/index.ts';

/** Chunks end at multiples of this, so that those who began at different places soon share them. */
const MOST_EVENTS = 256;
const MOST_CHUNK_BYTES = 256 * 1024;
const MOST_KEPT_BYTES = 16 * 1024 * 1024;

/** Events of a run in a row, as they are sent. A log only grows, so a chunk never changes. */
export type EventChunk = { bytes: Uint8Array; lastSeq: number; endsRun: boolean };

/** The events of a run after `seq`; nothing where its log ends for now. */
export type ReadChunk = (runId: string, seq: number) => Promise<EventChunk | undefined>;

/**
 * Reads and formats the logs of runs, long texts left out, once for all who ask for the same soon. One chunk is read
 * in a turn of the event loop, so that everybody else is answered in between.
 */
export function createChunkReader(database: Database): ReadChunk {
  const recent = createRecentValues<EventChunk>(MOST_KEPT_BYTES, ({ bytes }) => bytes.length);
  let line: Promise<unknown> = Promise.resolve();
  return async (runId, seq) => {
    const key = `${runId} ${seq}`;
    const cached = recent.get(key);
    if (cached !== undefined) return cached;
    line = line.then(() => turnOfLoop());
    await line;
    const chunk = recent.get(key) ?? readChunk(database, runId, seq);
    if (chunk !== undefined) recent.keep(key, chunk);
    return chunk;
  };
}

function readChunk(database: Database, runId: string, afterSeq: number): EventChunk | undefined {
  const parts: Buffer[] = [];
  let size = 0;
  let lastSeq = afterSeq;
  let endsRun = false;
  const limit = MOST_EVENTS - (afterSeq % MOST_EVENTS);
  for (const event of readEvents(database, runId, { afterSeq, limit, bodies: 'light' })) {
    const part = Buffer.from(formatEvent(event));
    parts.push(part);
    size += part.length;
    lastSeq = event.seq;
    endsRun = event.type === 'run.finished';
    if (size >= MOST_CHUNK_BYTES) break;
  }
  return parts.length === 0 ? undefined : { bytes: Buffer.concat(parts), lastSeq, endsRun };
}
