import { closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import path from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3';
import { readMigrationFiles } from 'drizzle-orm/migrator';
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
} from '../../drizzle/schema/index.ts';
import { errorText } from '../../runner/values/index.ts';
import { AppError } from '../errors.ts';
import { installationFolder } from '../installation.ts';
import { findDamage } from './find-damage.ts';
import { damaged, sqliteProblem } from './sqlite-problem.ts';
import { turnToWal } from './turn-to-wal.ts';

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

/** An open history: `sqlite` for the hot paths, `orm` for everything else. */
export type Database = {
  file: string;
  /** Where this Turntree is installed: a bundle of the dashboard does not know. */
  home: string;
  sqlite: BetterSqlite.Database;
  orm: BetterSQLite3Database<typeof schema>;
  close(): void;
};

/**
 * Opens a history database, creating it and its folder when missing, and brings it up to date.
 * Several processes may open it at once. Nothing is written into a file that `findDamage` finds something wrong with.
 * Throws an `AppError` for that, and for a database that is newer than this Turntree, or cannot be written.
 */
export function openDatabase(file: string, home: string = installationFolder()): Database {
  refuseDamaged(file);
  const sqlite = connect(file);
  try {
    turnToWal(sqlite);
    sqlite.pragma('synchronous = NORMAL');
    sqlite.pragma('foreign_keys = ON');
    migrate(sqlite, path.join(home, 'drizzle', 'migrations'));
  } catch (error) {
    sqlite.close();
    if (error instanceof AppError) throw error;
    throw unusable(file, error);
  }
  return databaseOf(sqlite, home);
}

/** Opens a history that may be damaged, as it is: to see what is wrong with it, and to save what can still be read. */
export function openForReading(file: string): Database {
  try {
    return databaseOf(new BetterSqlite(file, { readonly: true, timeout: 5000 }));
  } catch (error) {
    throw unusable(file, error);
  }
}

/** A connection as a history, opened by the Turntree installed at `home`. */
export function databaseOf(sqlite: BetterSqlite.Database, home: string = installationFolder()): Database {
  return { file: sqlite.name, home, sqlite, orm: drizzle(sqlite, { schema }), close: () => sqlite.close() };
}

/** A connection that may write does so when it opens a file, and when it closes it. This one only reads. */
function refuseDamaged(file: string): void {
  // A new history has its first page before it has a log: the log is looked at first.
  const log = sizeOf(`${file}-wal`);
  const size = sizeOf(file);
  if (size === 0 && log > 0) throw damaged(file, 'the file is empty, and its log is not');
  if (size === 0) return;
  const sqlite = new BetterSqlite(file, { readonly: true, timeout: 5000 });
  try {
    const damage = findDamage(sqlite);
    if (damage !== undefined) throw damaged(file, damage);
  } catch (error) {
    const known = error instanceof AppError ? error : sqliteProblem(error, file);
    // Whatever else is in the way is told by the connection that writes, which can also undo half a transaction.
    if (known?.code === 'database_damaged') throw known;
  } finally {
    sqlite.close();
  }
}

function sizeOf(file: string): number {
  const found = statSync(file, { throwIfNoEntry: false });
  return found?.isFile() ? found.size : 0;
}

function connect(file: string): BetterSqlite.Database {
  try {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    // SQLite gives its log and its index the permissions of the database.
    // Not of a file that is there: closing it would take away the locks that this process has on it.
    if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
    return new BetterSqlite(file, { timeout: 5000 });
  } catch (error) {
    throw unusable(file, error);
  }
}

function unusable(file: string, cause: unknown): AppError {
  const known = sqliteProblem(cause, file);
  if (known !== undefined) return known;
  return new AppError(
    'database_unusable',
    `the history ${file} cannot be used: ${errorText(cause)}`,
    ['Nothing in it was changed.', 'Name another file with --db, or run without one: --no-history.'],
    { cause },
  );
}

/**
 * Applies the migrations that are missing, in one immediate transaction: processes that open a new database at the
 * same moment wait for each other, which drizzle's own migrator does not make them do.
 */
function migrate(sqlite: BetterSqlite.Database, folder: string): void {
  const migrations = readMigrationFiles({ migrationsFolder: folder });
  if (version(sqlite) === migrations.length) return;
  sqlite
    .transaction(() => {
      const current = version(sqlite);
      if (current > migrations.length) throw newer(sqlite.name, current, migrations.length);
      for (const migration of migrations.slice(current)) {
        for (const statement of migration.sql) sqlite.exec(statement);
      }
      sqlite.pragma(`user_version = ${migrations.length}`);
    })
    .immediate();
}

function version(sqlite: BetterSqlite.Database): number {
  return Number(sqlite.pragma('user_version', { simple: true }));
}

function newer(file: string, found: number, known: number): AppError {
  return new AppError(
    'database_newer',
    `the history ${file} was written by a newer Turntree (format ${found}; this one knows ${known})`,
    ['Update Turntree, or name another file with --db. Nothing in it was changed.'],
  );
}
