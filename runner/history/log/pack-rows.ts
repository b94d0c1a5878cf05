import { deflateSync, inflateSync } from 'node:zlib';
import { toErrorMessage } from '../../values/index.ts';
import { freeBytes } from '../db/free-bytes.ts';
import { appendLines, createEmptyEventLines, createPlaceholderRow, parseEventLines } from './event-lines.ts';
import type { EventRow } from './event-row.ts';

/**
 * The compression level: the fastest one. Higher levels make packs of simple cases 10 % smaller but take three times as
 * long.
 */
const DEFLATE_LEVEL = 1;
/**
 * The size in bytes of the buffer for a pack, large enough for most packs. A pack takes this much memory until the next
 * garbage collection, even if it is smaller.
 */
const DEFLATE_CHUNK_BYTES = 8 * 1024;

/** The approximate size of an event's columns other than `data`, in characters. */
export const EVENT_COLUMNS_LENGTH = 60;

/** Consecutive events that are stored compressed in one row. */
export type EventPack = { runId: string; seq: number; count: number; blobs: number; bytes: Buffer };

/** The columns of a pack, in the order of the values that `packRows` returns. */
export const packColumns = ['run_id', 'seq', 'count', 'size', 'blobs', 'bytes'];

/** Packs consecutive events of a run into one row. */
export function packRows(rows: readonly EventRow[]): (string | number | Buffer)[] {
  const lines = createEmptyEventLines();
  for (const row of rows) appendLines(lines, row);
  const { runId = '', seq = 0 } = rows.at(-1) ?? {};
  const blobs = rows.some((row) => row.blobs === 1) ? 1 : 0;
  return [runId, seq, rows.length, computePackSize(rows), blobs, compressText(lines.text)];
}

function compressText(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  const compressed = deflateSync(bytes, { level: DEFLATE_LEVEL, chunkSize: DEFLATE_CHUNK_BYTES });
  freeBytes(bytes);
  return compressed;
}

/** Returns the approximate size of an event in characters, which decides how many events go into a pack. */
export function computePackSize(rows: readonly EventRow[]): number {
  let size = rows.length * EVENT_COLUMNS_LENGTH;
  for (const { data } of rows) size += data.length;
  return size;
}

/** The reverse of `packRows`. Damaged bytes yield rows that say so: see `EventRow.unreadable`. */
export function unpackRows({ runId, seq, count, bytes }: EventPack): EventRow[] {
  const firstSeq = seq - count + 1;
  let text: string;
  try {
    text = inflateSync(bytes).toString('utf8');
  } catch (error) {
    const problem = `its compressed block cannot be read: ${toErrorMessage(error)}`;
    return Array.from({ length: count }, (_, index) => createPlaceholderRow({ runId, seq: firstSeq + index }, problem));
  }
  return parseEventLines(runId, { firstSeq, text }, count);
}
