import { inflateSync } from 'node:zlib';
import type BetterSqlite from 'better-sqlite3';
import { selectRows } from './select.ts';

/** The size in bytes up to which a history is checked completely, which takes 30 ms at most. */
const MAX_FULL_CHECK_BYTES = 2_000_000;
/** Milliseconds to spend on reading the newest runs of a history that is too large to be checked completely. */
const READ_TIME_BUDGET_MS = 10;

type SchemaEntry = { type: 'table' | 'index'; name: string; tbl_name: string };

/**
 * What to read of the tables of the log. Bytes are selected as `hex`, which makes SQLite load them completely;
 * selecting only their length would not load them.
 */
const logTables = [
  { table: 'event_packs', read: 'hex(bytes)', rowsAtOnce: 10 },
  { table: 'events', read: 'data', rowsAtOnce: 200 },
] as const;

const smallTables = ['runs', 'baselines', 'reviews', 'hints', 'judges'];

/**
 * Returns the damage of a history, or undefined, within a bounded time. Checks a small history completely. Of a
 * larger one, it checks the first row of each table and index, the tables that stay small, and as much of the newest
 * runs as can be read in a moment. Throws SQLite's own error if the damage prevents reading at all.
 */
export function findDamage(sqlite: BetterSqlite.Database): string | undefined {
  const pages = Number(sqlite.pragma('page_count', { simple: true }));
  if (pages * Number(sqlite.pragma('page_size', { simple: true })) <= MAX_FULL_CHECK_BYTES) {
    return findSqliteIntegrityProblem(sqlite, '1') ?? findEventPackProblem(sqlite);
  }
  readFirstRows(sqlite);
  readNewestRuns(sqlite);
  return smallTables
    .filter((table) => hasTable(sqlite, table))
    .map((table) => findSqliteIntegrityProblem(sqlite, table))
    .find((problem) => problem !== undefined);
}

/** `scope` is a table to check, or, for the whole database, the maximum number of problems to report. */
function findSqliteIntegrityProblem(sqlite: BetterSqlite.Database, scope: string): string | undefined {
  const checkResult = String(sqlite.pragma(`quick_check(${scope})`, { simple: true }));
  return checkResult === 'ok' ? undefined : (checkResult.split('\n').at(-1) ?? checkResult);
}

/**
 * Finds damage in packs of events. SQLite does not verify the contents of long values, but unpacking a pack verifies
 * its checksum.
 */
function findEventPackProblem(sqlite: BetterSqlite.Database): string | undefined {
  if (!hasTable(sqlite, 'event_packs')) return undefined;
  const packs = selectRows(sqlite, 'event_packs', ['runId', 'seq', 'bytes']).iterate();
  for (const { runId, seq, bytes } of packs) {
    try {
      inflateSync(bytes);
    } catch {
      return `events up to ${seq} of run ${runId} cannot be read`;
    }
  }
  return undefined;
}

/** Reads the first row of each table and index: SQLite throws on an invalid page. */
function readFirstRows(sqlite: BetterSqlite.Database): void {
  const trees = sqlite
    .prepare<[], SchemaEntry>('SELECT type, name, tbl_name FROM sqlite_schema WHERE rootpage > 0')
    .all();
  for (const { type, name, tbl_name } of trees) {
    const selection = type === 'index' ? `1 FROM "${tbl_name}" INDEXED BY "${name}"` : `* FROM "${name}"`;
    sqlite.prepare(`SELECT ${selection} LIMIT 1`).get();
  }
}

function readNewestRuns(sqlite: BetterSqlite.Database): void {
  if (!hasTable(sqlite, 'events') || !hasTable(sqlite, 'runs')) return;
  const end = performance.now() + READ_TIME_BUDGET_MS;
  const logs = logTables
    .filter(({ table }) => hasTable(sqlite, table))
    .map(({ table, read, rowsAtOnce }) =>
      sqlite
        .prepare<[string, number], number>(
          `SELECT seq + 0 * length(${read}) FROM ${table} WHERE run_id = ? AND seq > ? ORDER BY seq LIMIT ${rowsAtOnce}`,
        )
        .pluck(),
    );
  for (const runId of selectRows(sqlite, 'runs', 'id', 'ORDER BY rowid DESC').iterate()) {
    for (const rows of logs) {
      for (let last: number | undefined = 0; last !== undefined; last = rows.all(runId, last).at(-1)) {
        if (performance.now() > end) return;
      }
    }
  }
}

/** True if the history has a table. A damaged history may lack one, and a query of it would throw. */
function hasTable(sqlite: BetterSqlite.Database, table: string): boolean {
  return sqlite.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(table) !== undefined;
}
