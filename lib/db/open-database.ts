import { closeSync, mkdirSync, openSync } from 'node:fs';
import path from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { attempts, baselines, blobs, events, hints, judges, reviews, runs } from '../../drizzle/schema/index.ts';
import { errorText } from '../../runner/values/index.ts';
import { AppError } from '../errors.ts';
import { installationFolder } from '../installation.ts';
import { sqliteProblem } from './sqlite-problem.ts';
import { turnToWal } from './turn-to-wal.ts';

const schema = { attempts, baselines, blobs, events, hints, judges, reviews, runs };

/** An open history: `sqlite` for the hot paths, `orm` for everything else. */
export type Database = {
  file: string;
  sqlite: BetterSqlite.Database;
  orm: BetterSQLite3Database<typeof schema>;
  close(): void;
};

/**
 * Opens a history database, creating it and its folder when missing, and brings it up to date.
 * Several processes may open it at once. Looks into every table: most damage shows there, before anything is written. Throws an `AppError` for a database that is newer than this Turntree,
 * is not a database, or cannot be written.
 */
export function openDatabase(file: string, home: string = installationFolder()): Database {
  const sqlite = connect(file);
  try {
    turnToWal(sqlite);
    sqlite.pragma('synchronous = NORMAL');
    sqlite.pragma('foreign_keys = ON');
    migrate(sqlite, path.join(home, 'drizzle', 'migrations'));
    for (const table of Object.keys(schema)) sqlite.prepare(`SELECT 1 FROM ${table} LIMIT 1`).get();
  } catch (error) {
    sqlite.close();
    if (error instanceof AppError) throw error;
    throw unusable(file, error);
  }
  return { file, sqlite, orm: drizzle(sqlite, { schema }), close: () => sqlite.close() };
}

function connect(file: string): BetterSqlite.Database {
  try {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    // SQLite gives its log and its index the permissions of the database.
    closeSync(openSync(file, 'a', 0o600));
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
