import type { Database } from './open-database.ts';

/**
 * Keeps a database open whose files were moved or replaced, because closing it would make SQLite remove the write-ahead
 * log of the new file with that name. The process then exits without closing it.
 */
export function preventDatabaseClose(database: Database): void {
  database.close = () => undefined;
  process.on('exit', () => process.exit());
}
