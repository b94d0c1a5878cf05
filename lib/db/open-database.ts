import { mkdirSync } from 'node:fs';
import path from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3';
import { attempts, baselines, blobs, events, reviews, runs } from '../../drizzle/schema/index.ts';
import { AppError, messageOf } from '../errors.ts';
import { installationFolder } from '../installation.ts';
import { migrate } from './migrate.ts';
import { sqliteProblem } from './sqlite-problem.ts';
import { turnToWal } from './turn-to-wal.ts';

const schema = { attempts, baselines, blobs, events, reviews, runs };

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
    mkdirSync(path.dirname(file), { recursive: true });
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
    `the history ${file} cannot be used: ${messageOf(cause)}`,
    ['Nothing in it was changed.', 'Name another file with --db, or run without one: --no-history.'],
    { cause },
  );
}
