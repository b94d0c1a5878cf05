import { deflateSync, inflateSync } from 'node:zlib';
import { errorText } from '../../values/index.ts';
import type { EventRow } from './event-row.ts';

/** The fastest level. Higher levels make packs of simple cases 10 % smaller but take three times as long. */
const LEVEL = 1;
const FIELDS = 5;

/** The approximate size of an event's columns other than `data`, in characters. */
export const SIZE_OF_COLUMNS = 60;

/** Consecutive events that are stored compressed in one row. */
export type EventPack = { runId: string; seq: number; count: number; blobs: number; bytes: Buffer };

/** In the order of the values that `packRows` returns. */
export const packColumns = ['run_id', 'seq', 'count', 'size', 'blobs', 'bytes'];

/**
 * Packs each event as five lines; neither JSON nor our names contain line breaks. Times are relative to the previous
 * event.
 */
export function packRows(rows: readonly EventRow[]): (string | number | Buffer)[] {
  let text = '';
  let before = 0;
  for (const { at, type, attemptKey, blobs, data } of rows) {
    text += `${type}\n${at - before}\n${attemptKey ?? ''}\n${blobs}\n${data}\n`;
    before = at;
  }
  const { runId = '', seq = 0 } = rows.at(-1) ?? {};
  const blobs = rows.some((row) => row.blobs === 1) ? 1 : 0;
  return [runId, seq, rows.length, packSize(rows), blobs, deflateSync(text, { level: LEVEL })];
}

/** The approximate size in characters, which decides how many events go into a pack. */
export function packSize(rows: readonly EventRow[]): number {
  let size = rows.length * SIZE_OF_COLUMNS;
  for (const { data } of rows) size += data.length;
  return size;
}

/** The reverse of `packRows`. Damaged bytes yield rows that say so: see `EventRow.unreadable`. */
export function unpackRows({ runId, seq, count, bytes }: EventPack): EventRow[] {
  const first = seq - count + 1;
  const rows: EventRow[] = [];
  let lines: string[];
  try {
    lines = inflateSync(bytes).toString('utf8').split('\n');
  } catch (error) {
    const why = `its pack cannot be unpacked: ${errorText(error)}`;
    return Array.from({ length: count }, (_, place) => lostRow({ runId, seq: first + place }, why));
  }
  let at = 0;
  for (let place = 0; place < count; place += 1) {
    const field = (number: number): string => lines[place * FIELDS + number] ?? '';
    const since = Number(field(1));
    if (lines.length < (place + 1) * FIELDS || !Number.isFinite(since)) {
      rows.push(lostRow({ runId, seq: first + place }, 'its pack is damaged'));
      continue;
    }
    at += since;
    rows.push({
      runId,
      seq: first + place,
      at,
      type: field(0),
      attemptKey: field(2) === '' ? null : field(2),
      blobs: Number(field(3)),
      data: field(4),
    });
  }
  return rows;
}

/** A placeholder for an event of which only the sequence number is known. */
export function lostRow(
  { runId, seq }: Pick<EventRow, 'runId' | 'seq'>,
  unreadable = 'it is not in the log',
): EventRow {
  return { runId, seq, at: 0, type: '', attemptKey: null, data: '', blobs: 0, unreadable };
}
