import { setImmediate as turnOfLoop } from 'node:timers/promises';
import type { Database } from '../../runner/history/db/index.ts';
import { readEvents } from '../../runner/history/index.ts';
import { createValueCache } from '../../runner/values/index.ts';
import { formatEvent } from '../sse/index.ts';

/**
 * The number of events of which the end of a chunk is a multiple, so that watchers that started at different events
 * soon receive the same chunks.
 */
const MAX_EVENTS_PER_CHUNK = 256;
const MAX_CHUNK_BYTES = 256 * 1024;
const MAX_CACHED_BYTES = 16 * 1024 * 1024;

/** Consecutive events of a run, formatted for sending. A log only grows, so a chunk never changes. */
export type EventChunk = { bytes: Uint8Array; lastSeq: number; endsRun: boolean };

/** Returns the events of a run after `seq`, or undefined at the current end of its log. */
export type ChunkReader = (runId: string, seq: number) => Promise<EventChunk | undefined>;

/**
 * Reads and formats the logs of runs without long texts. Caches the chunks, because several clients often ask for the
 * same chunk within a short time. Reads one chunk per turn of the event loop, so that other requests are answered in
 * between.
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
