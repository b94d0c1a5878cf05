import { type AttemptKey, attemptKey } from '../../fold/index.ts';
import { formatSelectColumns, selectRows } from '../db/select.ts';
import { createPlaceholderRow } from './event-lines.ts';
import type { EventRow } from './event-row.ts';
import { type EventPack, unpackRows } from './pack-rows.ts';
import { eventFields, packFields, type SqliteConnection } from './stored-rows.ts';

export type RowRange = {
  afterSeq: number;
  upToSeq?: number | undefined;
  attemptKeys?: readonly AttemptKey[] | undefined;
  types?: readonly string[] | undefined;
};

type StoredRow = Omit<EventRow, 'turns'> & Pick<EventPack, 'count'> & { bytes: Buffer | null };

/**
 * Yields the rows of a run's events in order, from packs and from single rows, without reading all of them at once.
 * Unreadable and missing events get a row, too, if the history knows that they exist: see `EventRow.unreadable`.
 */
export function* readRows({ sqlite }: SqliteConnection, runId: string, range: RowRange): Generator<EventRow> {
  // Reads the last sequence number before the rows, so that events written in the meantime do not look missing.
  const expected = findExpectedSeqs({ sqlite }, runId, range);
  let [last, lastTime] = [range.afterSeq, 0];
  for (const row of iterateStoredRows({ sqlite }, runId, range)) {
    for (const seq of expected(last, row.seq)) yield { ...createPlaceholderRow({ runId, seq }), at: lastTime };
    if (row.unreadable === undefined) lastTime = row.at;
    yield row.unreadable === undefined ? row : { ...row, at: lastTime };
    last = row.seq;
  }
  for (const seq of expected(last)) yield { ...createPlaceholderRow({ runId, seq }), at: lastTime };
}

function* iterateStoredRows({ sqlite }: SqliteConnection, runId: string, range: RowRange): Generator<EventRow> {
  const { afterSeq, upToSeq = Number.MAX_SAFE_INTEGER, attemptKeys, types } = range;
  const conditions = ['run_id = :runId', 'seq > :afterSeq', 'seq <= :upToSeq'];
  if (attemptKeys !== undefined) conditions.push('attempt_key IN (SELECT value FROM json_each(:attemptKeys))');
  if (types !== undefined) conditions.push('type IN (SELECT value FROM json_each(:types))');
  const packs = `SELECT run_id, seq, 0, '', NULL, '', blobs, count, bytes FROM event_packs
    WHERE run_id = :runId AND seq > :afterSeq
      AND seq <= ifnull((SELECT min(seq) FROM event_packs WHERE run_id = :runId AND seq >= :upToSeq), :upToSeq)`;
  const events = `SELECT ${formatSelectColumns(eventFields).join(', ')}, 1 AS count, NULL AS bytes FROM events WHERE ${conditions.join(' AND ')}`;
  // Reads all rows by a single statement, so that events which are packed in the meantime are not read twice.
  const rows = sqlite
    .prepare<unknown[], StoredRow>(`${events} UNION ALL ${packs} ORDER BY seq`)
    .iterate({ runId, afterSeq, upToSeq, attemptKeys: JSON.stringify(attemptKeys), types: JSON.stringify(types) });
  const isWanted = createRowFilter(range);
  for (const { count, bytes, ...row } of rows) {
    if (bytes === null) yield row;
    else yield* unpackRows({ ...row, count, bytes }).filter(isWanted);
  }
}

/** Returns the sequence numbers between two events, or up to the end of the log, at which an event must exist. */
type ExpectedSeqs = (after: number, before?: number) => Iterable<number>;

/**
 * Returns the sequence numbers at which an event must exist: all of them if the events are not filtered by type,
 * otherwise only those of attempt results, if results are read at all.
 */
function findExpectedSeqs({ sqlite }: SqliteConnection, runId: string, range: RowRange): ExpectedSeqs {
  const { afterSeq, upToSeq = Number.MAX_SAFE_INTEGER, attemptKeys, types } = range;
  const ofResults = 'WHERE run_id = ? AND last_seq > ? AND last_seq <= ?';
  if (attemptKeys === undefined && types === undefined) {
    const last = sqlite.prepare<unknown[], number | null>(`SELECT max(last_seq) FROM attempts ${ofResults}`).pluck();
    const end = (last.get(runId, afterSeq, upToSeq) ?? 0) + 1;
    return (after, before = end) => listSeqsBetween(after, before);
  }
  if (types?.includes('case.finished') === false) return () => [];
  const keys = attemptKeys && new Set(attemptKeys);
  const seqs = selectRows(
    sqlite,
    'attempts',
    ['lastSeq', 'suiteKey', 'caseId', 'attempt'],
    `${ofResults} ORDER BY last_seq`,
  )
    .all(runId, afterSeq, upToSeq)
    .filter((result) => keys?.has(attemptKey(result)) !== false)
    .map(({ lastSeq }) => lastSeq);
  if (types?.includes('run.started') === true && keys === undefined && afterSeq === 0) seqs.unshift(1);
  let next = 0;
  return function* expected(after, before = Number.MAX_SAFE_INTEGER) {
    for (; (seqs[next] ?? before) < before; next += 1) {
      const seq = seqs[next];
      if (seq !== undefined && seq > after) yield seq;
    }
  };
}

function* listSeqsBetween(after: number, before: number): Generator<number> {
  for (let seq = after + 1; seq < before; seq += 1) yield seq;
}

function createRowFilter({ afterSeq, upToSeq = Number.MAX_SAFE_INTEGER, attemptKeys, types }: RowRange) {
  const keys = attemptKeys && new Set<string | null>(attemptKeys);
  const names = types && new Set(types);
  return ({ seq, type, attemptKey, unreadable }: EventRow): boolean =>
    seq > afterSeq &&
    seq <= upToSeq &&
    (unreadable !== undefined || (keys?.has(attemptKey) !== false && names?.has(type) !== false));
}

/** Reads the row of one event. Caches the last pack, so that reading events in order unpacks each pack only once. */
export type RowReader = (runId: string, seq: number) => EventRow | undefined;

export function createRowReader({ sqlite }: SqliteConnection): RowReader {
  const findEvent = selectRows(sqlite, 'events', eventFields, 'WHERE run_id = ? AND seq = ?');
  const findPack = selectRows(sqlite, 'event_packs', packFields, 'WHERE run_id = ? AND seq >= ? ORDER BY seq LIMIT 1');
  let last: readonly EventRow[] = [];
  const findInLastRows = (runId: string, seq: number): EventRow | undefined => {
    const [first] = last;
    return first?.runId === runId ? last[seq - first.seq] : undefined;
  };
  return (runId, seq) => {
    // Looks the event up on its own before it looks for a pack: the event may be packed between the two queries.
    const event = findInLastRows(runId, seq) ?? findEvent.get(runId, seq);
    if (event !== undefined) return event;
    const pack = findPack.get(runId, seq);
    if (pack !== undefined) last = unpackRows(pack);
    return findInLastRows(runId, seq);
  };
}

/** Yields the rows of events that have long texts in `blobs`. */
export function* iterateRowsWithBlobs({ sqlite }: SqliteConnection, runIds: readonly string[]): Generator<EventRow> {
  const condition = 'WHERE blobs = 1 AND run_id IN (SELECT value FROM json_each(?))';
  const ids = JSON.stringify(runIds);
  // Reads the unpacked events before the packs: an event may be packed between the two queries.
  yield* selectRows(sqlite, 'events', eventFields, condition).iterate(ids);
  for (const pack of selectRows(sqlite, 'event_packs', packFields, condition).iterate(ids)) {
    yield* unpackRows(pack).filter(({ blobs, unreadable }) => blobs === 1 || unreadable !== undefined);
  }
}
