import type BetterSqlite from 'better-sqlite3';
import { createBulkInserter } from '../db/bulk-insert.ts';
import { selectRows, toColumnName } from '../db/select.ts';
import type { EventRow } from './event-row.ts';
import { computePackSize, EVENT_COLUMNS_LENGTH, packColumns, packRows, unpackRows } from './pack-rows.ts';
import { eventFields, packFields } from './stored-rows.ts';

/**
 * The size of a whole pack in characters. Larger packs hardly save space per event, and reading one event from them
 * takes longer.
 */
const FULL_PACK_LENGTH = 32_000;
/** A batch of events below this size is stored unpacked until more events arrive. */
const MIN_PACK_LENGTH = 4_000;

/** The part of a log after its last full-size pack. */
type LogPartAfterLastFullPack = { afterSeq: number; size: number };

/**
 * Appends events to the log of a run. New events are packed as they arrive, and repacked with the preceding small
 * packs once together they fill a whole pack or the run has ended. The caller must have a transaction open.
 */
export function prepareRowWriter(sqlite: BetterSqlite.Database): (runId: string, rows: readonly EventRow[]) => void {
  const insertEvents = createBulkInserter(sqlite, 'events', eventFields.map(toColumnName));
  const insertPacks = createBulkInserter(sqlite, 'event_packs', packColumns);
  const tailOf = prepareTailLookup(sqlite);
  const takeTail = prepareTailRemoval(sqlite);
  return (runId, rows) => {
    if (rows.length === 0) return;
    const unpackedTail = tailOf(runId);
    const size = computePackSize(rows);
    const isOver = rows.at(-1)?.type === 'run.finished';
    if (unpackedTail.size + size >= FULL_PACK_LENGTH || isOver) {
      insertPacks(splitIntoPacks([...takeTail(runId, unpackedTail), ...rows], unpackedTail.size + size).map(packRows));
    } else if (size >= MIN_PACK_LENGTH) insertPacks([packRows(rows)]);
    else insertEvents(rows.map(toColumnValues));
  };
}

function prepareTailLookup(sqlite: BetterSqlite.Database): (runId: string) => LogPartAfterLastFullPack {
  const lastWhole = selectRows(
    sqlite,
    'event_packs',
    'seq',
    `WHERE run_id = ? AND size >= ${FULL_PACK_LENGTH} ORDER BY seq DESC LIMIT 1`,
  );
  const sizeAfter = sqlite
    .prepare<[{ runId: string; afterSeq: number }], number>(
      `SELECT (SELECT total(size) FROM event_packs WHERE run_id = :runId AND seq > :afterSeq)
            + (SELECT total(length(data) + ${EVENT_COLUMNS_LENGTH}) FROM events WHERE run_id = :runId AND seq > :afterSeq)`,
    )
    .pluck();
  return (runId) => {
    const afterSeq = lastWhole.get(runId) ?? 0;
    const size = sizeAfter.get({ runId, afterSeq }) ?? 0;
    return { afterSeq, size };
  };
}

function prepareTailRemoval(
  sqlite: BetterSqlite.Database,
): (runId: string, unpackedTail: LogPartAfterLastFullPack) => EventRow[] {
  const findEvents = selectRows(sqlite, 'events', eventFields, 'WHERE run_id = ? AND seq > ?');
  const findPacks = selectRows(sqlite, 'event_packs', packFields, 'WHERE run_id = ? AND seq > ?');
  const removeEvents = sqlite.prepare<[string, number]>('DELETE FROM events WHERE run_id = ? AND seq > ?');
  const removePacks = sqlite.prepare<[string, number]>('DELETE FROM event_packs WHERE run_id = ? AND seq > ?');
  return (runId, { afterSeq, size }) => {
    if (size === 0) return [];
    const packs = findPacks.all(runId, afterSeq).map((pack) => ({ seq: pack.seq, rows: unpackRows(pack) }));
    // An unreadable pack and the packs before it are not packed again.
    const from = packs.findLast(({ rows }) => rows.some(({ unreadable }) => unreadable !== undefined))?.seq ?? afterSeq;
    const packed = packs.filter(({ seq }) => seq > from).flatMap(({ rows }) => rows);
    const rows = [...packed, ...findEvents.all(runId, from)].sort((one, other) => one.seq - other.seq);
    removeEvents.run(runId, from);
    removePacks.run(runId, from);
    return rows;
  };
}

/** Splits rows into as many full packs of similar size as possible. Remaining rows are distributed among the packs. */
function splitIntoPacks(rows: readonly EventRow[], size: number): EventRow[][] {
  const enough = size / Math.max(1, Math.floor(size / FULL_PACK_LENGTH));
  const packs: EventRow[][] = [];
  let currentPack: EventRow[] = [];
  let [pieceSize, remainingSize] = [0, size];
  for (const row of rows) {
    const rowSize = row.data.length + EVENT_COLUMNS_LENGTH;
    currentPack.push(row);
    pieceSize += rowSize;
    remainingSize -= rowSize;
    if (pieceSize < enough || remainingSize < FULL_PACK_LENGTH) continue;
    packs.push(currentPack);
    [currentPack, pieceSize] = [[], 0];
  }
  return [...packs, currentPack];
}

function toColumnValues(row: EventRow) {
  return eventFields.map((column) => row[column]);
}
