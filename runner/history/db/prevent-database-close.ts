import type { Database } from './open-database.ts';

/**
 * Gives up a database whose files were moved or replaced while it was open. Closing it would make SQLite remove the log
 * of the new file with that name. So the database stays open, and the process exits without closing it.
 */
export function preventDatabaseClose(database: Database): void {
  database.close = () => undefined;
  process.on('exit', () => process.exit());
}
