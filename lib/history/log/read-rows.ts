import type { EventRow } from '../write/event-row.ts';
import type { EventPack } from './pack-rows.ts';
import { type Connection, EVENT, hasPacks, PACK, rowsIn } from './stored-rows.ts';

export type RowRange = {
  afterSeq: number;
  upToSeq?: number | undefined;
  attemptKeys?: readonly string[] | undefined;
  types?: readonly string[] | undefined;
};

type Found = Omit<EventRow, 'turns'> & Pick<EventPack, 'count'> & { bytes: Buffer | null };

/** The rows of a run's events in order, lazily, whether they are packed or not. */
export function* readRows({ sqlite }: Connection, runId: string, range: RowRange): Generator<EventRow> {
  const { afterSeq, upToSeq = Number.MAX_SAFE_INTEGER, attemptKeys, types } = range;
  const wanted = ['run_id = :runId', 'seq > :afterSeq', 'seq <= :upToSeq'];
  if (attemptKeys !== undefined) wanted.push('attempt_key IN (SELECT value FROM json_each(:attemptKeys))');
  if (types !== undefined) wanted.push('type IN (SELECT value FROM json_each(:types))');
  const packs = `SELECT run_id, seq, 0, '', NULL, '', blobs, count, bytes FROM event_packs
    WHERE run_id = :runId AND seq > :afterSeq
      AND seq <= ifnull((SELECT min(seq) FROM event_packs WHERE run_id = :runId AND seq >= :upToSeq), :upToSeq)`;
  const events = `SELECT ${EVENT}, 1 AS count, NULL AS bytes FROM events WHERE ${wanted.join(' AND ')}`;
  // One statement: events that are packed meanwhile are seen once.
  const found = sqlite
    .prepare<unknown[], Found>(
      hasPacks(sqlite) ? `${events} UNION ALL ${packs} ORDER BY seq` : `${events} ORDER BY seq`,
    )
    .iterate({ runId, afterSeq, upToSeq, attemptKeys: JSON.stringify(attemptKeys), types: JSON.stringify(types) });
  const isWanted = filterOf(range);
  for (const { count, bytes, ...row } of found) {
    if (bytes === null) yield row;
    else yield* rowsIn(sqlite, { ...row, count, bytes }).filter(isWanted);
  }
}

function filterOf({ afterSeq, upToSeq = Number.MAX_SAFE_INTEGER, attemptKeys, types }: RowRange) {
  const keys = attemptKeys && new Set<string | null>(attemptKeys);
  const names = types && new Set(types);
  return ({ seq, type, attemptKey }: EventRow): boolean =>
    seq > afterSeq && seq <= upToSeq && keys?.has(attemptKey) !== false && names?.has(type) !== false;
}

/** Reads the row of an event. Rows that are read in order are unpacked once. */
export type RowReader = (runId: string, seq: number) => EventRow | undefined;

export function createRowReader({ sqlite }: Connection): RowReader {
  const findEvent = sqlite.prepare<[string, number], EventRow>(
    `SELECT ${EVENT} FROM events WHERE run_id = ? AND seq = ?`,
  );
  const findPack = hasPacks(sqlite)
    ? sqlite.prepare<[string, number], EventPack>(
        `SELECT ${PACK} FROM event_packs WHERE run_id = ? AND seq >= ? ORDER BY seq LIMIT 1`,
      )
    : undefined;
  let last: readonly EventRow[] = [];
  const inLast = (runId: string, seq: number): EventRow | undefined => {
    const [first] = last;
    return first?.runId === runId ? last[seq - first.seq] : undefined;
  };
  return (runId, seq) => {
    // In this order: an event may be packed between the two.
    const known = inLast(runId, seq) ?? findEvent.get(runId, seq);
    if (known !== undefined) return known;
    const pack = findPack?.get(runId, seq);
    if (pack !== undefined) last = rowsIn(sqlite, pack);
    return inLast(runId, seq);
  };
}

/** The rows of events whose long texts are in `blobs`. */
export function* rowsWithBlobs({ sqlite }: Connection, runIds: readonly string[]): Generator<EventRow> {
  const wanted = 'WHERE blobs = 1 AND run_id IN (SELECT value FROM json_each(?))';
  const ids = JSON.stringify(runIds);
  // In this order: an event may be packed between the two.
  yield* sqlite.prepare<[string], EventRow>(`SELECT ${EVENT} FROM events ${wanted}`).iterate(ids);
  for (const pack of sqlite.prepare<[string], EventPack>(`SELECT ${PACK} FROM event_packs ${wanted}`).iterate(ids)) {
    yield* rowsIn(sqlite, pack).filter(({ blobs }) => blobs === 1);
  }
}
