import type BetterSqlite from 'better-sqlite3';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { AppError } from '../errors.ts';

/**
 * Applies the migrations that are missing, in one immediate transaction: processes that open a new database at the
 * same moment wait for each other, which drizzle's own migrator does not make them do.
 */
export function migrate(sqlite: BetterSqlite.Database, folder: string): void {
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
