import { closeSync, existsSync, mkdirSync, openSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3';
import {
  attempts,
  baselines,
  blobs,
  events,
  hints,
  judges,
  liveTexts,
  modelCalls,
  passages,
  reviews,
  runs,
  searchedRuns,
} from '../../../drizzle/schema/index.ts';
import { AppError } from '../../host/errors.ts';
import { findInstallationFolder } from '../../host/installation.ts';
import { toErrorMessage } from '../../values/index.ts';
import { findDamage } from './find-damage.ts';
import { createDamagedDatabaseError, toSqliteProblem } from './sqlite-problem.ts';
import { switchToWal } from './switch-to-wal.ts';

const schema = {
  attempts,
  baselines,
  blobs,
  events,
  hints,
  judges,
  liveTexts,
  modelCalls,
  passages,
  reviews,
  runs,
  searchedRuns,
};

/**
 * An open history. `drizzle/history.sql` creates the tables and `drizzle/schema` describes them to TypeScript; a test
 * compares the two. `orm` reads rows as objects: reviews, baselines, runs with their JSON parsed, and queries whose
 * conditions are composed at run time. Everything else is SQL on `sqlite`. `select` reads columns of one table and
 * takes its types from `drizzle/schema`. Joins, sums and writes to the log are written by hand, partly because the
 * writer thread must not load the schemas.
 */
export type Database = {
  file: string;
  /**
   * The folder where this Turntree is installed. Code that is bundled into the dashboard cannot find this folder
   * itself.
   */
  home: string;
  sqlite: BetterSqlite.Database;
  orm: BetterSQLite3Database<typeof schema>;
  close(): void;
};

/**
 * Opens a history database, creating it and its folder if missing. Several processes may open it at once. Nothing is
 * written to a file in which `findDamage` finds damage. Throws an `AppError` for a damaged file, for a database of
 * another format, and for one that cannot be written.
 */
export function openDatabase(file: string, installationFolder: string = findInstallationFolder()): Database {
  refuseUnusableFile(file);
  const sqlite = openConnection(file);
  try {
    switchToWal(sqlite);
    sqlite.pragma('synchronous = NORMAL');
    sqlite.pragma('foreign_keys = ON');
    prepareTables(sqlite, installationFolder);
  } catch (error) {
    sqlite.close();
    if (error instanceof AppError) throw error;
    throw createUnusableFileError(file, error);
  }
  return toDatabase(sqlite, installationFolder);
}

/** Opens a history without checks, even if it is damaged, to inspect it and to save its readable part. */
export function openForReading(file: string): Database {
  try {
    return toDatabase(new BetterSqlite(file, { readonly: true, timeout: 5000 }));
  } catch (error) {
    throw createUnusableFileError(file, error);
  }
}

/** Wraps a connection as a history, opened by the Turntree installed at `home`. */
export function toDatabase(
  sqlite: BetterSqlite.Database,
  installationFolder: string = findInstallationFolder(),
): Database {
  return {
    file: sqlite.name,
    home: installationFolder,
    sqlite,
    orm: drizzle(sqlite, { schema }),
    close: () => sqlite.close(),
  };
}

/**
 * Checks the file with a read-only connection, because a writable connection modifies a file when it opens and closes
 * it.
 */
function refuseUnusableFile(file: string): void {
  // Reads the size of the log before the size of the database. A new history gets its first page before its log, so an
  // empty file with a log is damaged.
  const log = fileSize(`${file}-wal`);
  const size = fileSize(file);
  if (size === 0 && log > 0)
    throw createDamagedDatabaseError(file, 'the file is empty, but its write-ahead log is not');
  if (size === 0) return;
  const sqlite = new BetterSqlite(file, { readonly: true, timeout: 5000 });
  try {
    const damage = findDamage(sqlite);
    if (damage !== undefined) throw createDamagedDatabaseError(file, damage);
    const format = readFormat(sqlite);
    if (format !== 0 && format !== HISTORY_FORMAT) throw createOtherFormatError(file, format);
  } catch (error) {
    const problem = error instanceof AppError ? error : toSqliteProblem(error, file);
    // Other problems are reported by the writable connection, which can also roll back a transaction that was written
    // only in part.
    if (problem !== undefined && problem.code !== 'database_unusable') throw problem;
  } finally {
    sqlite.close();
  }
}

function fileSize(file: string): number {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats?.isFile() ? stats.size : 0;
}

function openConnection(file: string): BetterSqlite.Database {
  try {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    // Creates a new file with strict permissions, because SQLite gives its log and its index the permissions of the
    // database. An existing file is not opened here: closing it would release the locks that this process has on it.
    if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
    return new BetterSqlite(file, { timeout: 5000 });
  } catch (error) {
    throw createUnusableFileError(file, error);
  }
}

function createUnusableFileError(file: string, cause: unknown): AppError {
  const problem = toSqliteProblem(cause, file);
  if (problem !== undefined) return problem;
  return new AppError(
    'database_unusable',
    `the history ${file} cannot be used: ${toErrorMessage(cause)}`,
    ['Nothing in it was changed.', 'Name another file with --db, or run without one: --no-history.'],
    { cause },
  );
}

/** The format version of the history; must be increased with every change of `drizzle/history.sql`. */
const HISTORY_FORMAT = 19;

/**
 * Creates the tables of a new history in one immediate transaction, so that processes which open it at the same moment
 * wait for each other. Throws for a history of another format, which stays unchanged.
 */
function prepareTables(sqlite: BetterSqlite.Database, installationFolder: string): void {
  if (readFormat(sqlite) === HISTORY_FORMAT) return;
  sqlite
    .transaction(() => {
      const format = readFormat(sqlite);
      if (format === HISTORY_FORMAT) return;
      if (format !== 0) throw createOtherFormatError(sqlite.name, format);
      sqlite.exec(readFileSync(path.join(installationFolder, 'drizzle', 'history.sql'), 'utf8'));
      sqlite.pragma(`user_version = ${HISTORY_FORMAT}`);
    })
    .immediate();
}

function readFormat(sqlite: BetterSqlite.Database): number {
  return Number(sqlite.pragma('user_version', { simple: true }));
}

function createOtherFormatError(file: string, format: number): AppError {
  const formats = `format ${format}; this version reads format ${HISTORY_FORMAT}`;
  if (format > HISTORY_FORMAT) {
    return new AppError('database_newer', `the history ${file} was written by a newer Turntree (${formats})`, [
      'Update Turntree, or name another file with --db. Nothing in it was changed.',
    ]);
  }
  return new AppError('database_older', `the history ${file} was written by an older Turntree (${formats})`, [
    'Move its runs: "turntree history export runs.jsonl" with the Turntree that wrote it, then "turntree history import runs.jsonl" with this one and another file (--db).',
    'Nothing in it was changed.',
  ]);
}
