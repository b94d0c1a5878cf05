import { describe, expect, it, onTestFinished } from 'vitest';
import { attemptKey } from '../../fold/index.ts';
import { type Database, openForReading } from '../db/index.ts';
import { temporaryHistories } from '../testing/temporary-histories.ts';
import type { EventRow } from './event-row.ts';
import { createRowReader, readRows } from './read-rows.ts';
import { findLastSeq } from './stored-rows.ts';
import { prepareRowWriter } from './write-rows.ts';

const freshHistory = temporaryHistories();
const makeKey = (number: number) => attemptKey({ suiteKey: 'tests/a.jsonl', caseId: `Fall "${number}"`, attempt: 1 });

/** Creates events of parallel attempts, some with long texts. */
function makeRows(count: number, { runId = 'run-1', from = 1, isOver = false } = {}): EventRow[] {
  const types = ['case.started', 'turn.finished', 'case.finished'];
  const rows = Array.from({ length: count }, (_, index): EventRow => {
    const seq = from + index;
    const text = `größer ${seq} ${'x'.repeat(seq % 50 === 0 ? 30_000 : 100)}`;
    return {
      runId,
      seq,
      at: 1_000_000 + seq * 3 - (seq % 7),
      type: types[seq % 3] ?? '',
      attemptKey: seq % 10 === 0 ? null : makeKey(seq % 4),
      data: JSON.stringify({ text, lines: '1\n2' }),
      blobs: seq % 25 === 0 ? 1 : 0,
    };
  });
  return isOver ? [...rows, { ...logRow(runId, from + count), type: 'run.finished' }] : rows;
}

function logRow(runId: string, seq: number): EventRow {
  return { runId, seq, at: 5, type: 'log.written', attemptKey: null, data: '{}', blobs: 0 };
}

function write({ sqlite }: Database, batches: readonly EventRow[][]): void {
  const writeRows = prepareRowWriter(sqlite);
  for (const rows of batches) sqlite.transaction(() => writeRows(rows[0]?.runId ?? '', rows)).immediate();
}

function cut(rows: readonly EventRow[], sizes: readonly number[]): EventRow[][] {
  const batches: EventRow[][] = [];
  for (let [start, turn] = [0, 0]; start < rows.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    batches.push(rows.slice(start, start + size));
    start += size;
  }
  return batches;
}

const readTables = ({ sqlite }: Database) => ({
  singleRows: Number(sqlite.prepare('SELECT count(*) FROM events').pluck().get()),
  packs: sqlite.prepare<[], number>('SELECT count FROM event_packs ORDER BY run_id, seq').pluck().all(),
});

describe('the log of a run', () => {
  it.each([[[1]], [[2, 3, 40]], [[7, 900]], [[5_000]]])(
    'is read as it was written, in batches of %j',
    { tags: 'thorough' },
    (sizes) => {
      const database = freshHistory();
      const rows = makeRows(1_500, { isOver: true });
      write(database, cut(rows, sizes));
      write(database, [makeRows(40, { runId: 'run-2' })]);
      expect([...readRows(database, 'run-1', { afterSeq: 0 })]).toEqual(rows);
      const range = { afterSeq: 310, upToSeq: 777, attemptKeys: [makeKey(1), makeKey(2)], types: ['turn.finished'] };
      const isExpected = ({ seq, attemptKey, type }: EventRow): boolean =>
        seq > 310 && seq <= 777 && range.attemptKeys.some((key) => key === attemptKey) && type === 'turn.finished';
      expect([...readRows(database, 'run-1', range)]).toEqual(rows.filter(isExpected));
      const rowAt = createRowReader(database);
      expect(rows.toReversed().map(({ runId, seq }) => rowAt(runId, seq))).toEqual(rows.toReversed());
      expect([rowAt('run-1', 0), rowAt('run-1', 1_502), rowAt('run-2', 41), rowAt('run-3', 1)]).toEqual(
        Array(4).fill(undefined),
      );
      expect([findLastSeq(database, 'run-1'), findLastSeq(database, 'run-2'), findLastSeq(database, 'run-3')]).toEqual([
        1_501, 40, 0,
      ]);
    },
  );

  it('is packed as it grows, and wholly when the run has already ended', () => {
    const database = freshHistory();
    const rows = makeRows(1_500, { isOver: true });
    const batches = cut(rows, [3]);
    write(database, batches.slice(0, -1));
    expect(readTables(database).singleRows).toBeLessThan(400);
    write(database, batches.slice(-1));
    const { singleRows, packs } = readTables(database);
    expect(singleRows).toBe(0);
    expect(packs.reduce((sum, count) => sum + count)).toBe(rows.length);
    expect(packs.length).toBeLessThan(rows.length / 20);
  });

  it('is whole to who reads while events are being packed', () => {
    const database = freshHistory();
    const rows = makeRows(1_000);
    write(database, cut(rows.slice(0, 500), [2]));
    const reading = readRows(openedBeside(database), 'run-1', { afterSeq: 0 });
    const seenRows = [reading.next().value];
    write(database, cut(rows.slice(500), [100]));
    expect([...seenRows, ...reading]).toEqual(rows.slice(0, 500));
  });

  it('goes on where a write was undone', () => {
    const database = freshHistory();
    const { sqlite } = database;
    const rows = makeRows(900, { isOver: true });
    const writeRows = prepareRowWriter(sqlite);
    for (const batch of cut(rows, [30, 170, 4])) {
      const rollBack = sqlite.transaction(() => {
        writeRows('run-1', batch);
        throw new Error('the disk is full');
      });
      expect(rollBack).toThrow('full');
      sqlite.transaction(() => writeRows('run-1', batch))();
    }
    expect([...readRows(database, 'run-1', { afterSeq: 0 })]).toEqual(rows);
  });

  it('says which events cannot be read, and gives back the others', () => {
    const database = freshHistory();
    write(database, [makeRows(1_000, { isOver: true })]);
    const [first = 0, second = 0] = readTables(database).packs;
    const bytes = database.sqlite
      .prepare<[], Buffer>('SELECT bytes FROM event_packs ORDER BY seq LIMIT 1 OFFSET 1')
      .pluck()
      .get();
    bytes?.writeUInt8(bytes.readUInt8(300) ^ 4, 300);
    database.sqlite.prepare('UPDATE event_packs SET bytes = ? WHERE seq = ?').run(bytes, first + second);
    const rowAt = createRowReader(database);
    expect(rowAt('run-1', first)?.seq).toBe(first);
    expect(rowAt('run-1', first + second + 1)?.seq).toBe(first + second + 1);
    const isUnreadableRow = (row: EventRow | undefined): boolean =>
      row?.unreadable?.startsWith('its compressed block cannot be read') ?? false;
    expect(isUnreadableRow(rowAt('run-1', first + 1))).toBe(true);
    const rows = [...readRows(database, 'run-1', { afterSeq: 0, types: ['case.finished'] })];
    expect(rows.filter(isUnreadableRow).map(({ seq }) => seq)).toEqual(
      Array.from({ length: second }, (_, index) => first + 1 + index),
    );
    expect([...readRows(database, 'run-1', { afterSeq: 0 })]).toHaveLength(1_001);
  });
});

function openedBeside({ file }: Database): Database {
  const other = openForReading(file);
  onTestFinished(() => other.close());
  return other;
}
