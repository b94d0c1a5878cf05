import { setImmediate as turnOfLoop } from 'node:timers/promises';
import type { Database } from '../../runner/history/db/index.ts';
import { readEvents } from '../../runner/history/index.ts';
import { createValueCache } from '../../runner/values/index.ts';
import { formatEvent } from '../sse/index.ts';

/**
 * Chunks end at multiples of this number of events. So clients that started at different events soon receive the same
 * cached chunks.
 */
const MAX_EVENTS_PER_CHUNK = 256;
const MAX_CHUNK_BYTES = 256 * 1024;
const MAX_CACHED_BYTES = 16 * 1024 * 1024;

/**
 * Consecutive events of a run, formatted for sending. A chunk never changes, because events are only appended to a log.
 */
export type EventChunk = { bytes: Uint8Array; lastSeq: number; endsRun: boolean };

/** Returns the next events of a run after `seq`; undefined if there are no more yet. */
export type ChunkReader = (runId: string, seq: number) => Promise<EventChunk | undefined>;

/**
 * Creates a reader of the events of runs, without long texts. Caches chunks, because clients often request the same one
 * within a short time. Reads only one chunk per turn of the event loop, so that other requests are not blocked.
 */
export function createChunkReader(database: Database): ChunkReader {
  const recentChunks = createValueCache<EventChunk>(MAX_CACHED_BYTES, ({ bytes }) => bytes.length);
  let line: Promise<unknown> = Promise.resolve();
  return async (runId, seq) => {
    const key = `${runId} ${seq}`;
    const cached = recentChunks.get(key);
    if (cached !== undefined) return cached;
    line = line.then(() => turnOfLoop());
    await line;
    const chunk = recentChunks.get(key) ?? readChunk(database, runId, seq);
    if (chunk !== undefined) recentChunks.keep(key, chunk);
    return chunk;
  };
}

function readChunk(database: Database, runId: string, afterSeq: number): EventChunk | undefined {
  const chunks: Buffer[] = [];
  let size = 0;
  let lastSeq = afterSeq;
  let endsRun = false;
  const limit = MAX_EVENTS_PER_CHUNK - (afterSeq % MAX_EVENTS_PER_CHUNK);
  for (const event of readEvents(database, runId, { afterSeq, limit, bodies: 'light' })) {
    const eventBytes = Buffer.from(formatEvent(event));
    chunks.push(eventBytes);
    size += eventBytes.length;
    lastSeq = event.seq;
    endsRun = event.type === 'run.finished';
    if (size >= MAX_CHUNK_BYTES) break;
  }
  return chunks.length === 0 ? undefined : { bytes: Buffer.concat(chunks), lastSeq, endsRun };
}
