import type { Database } from './open-database.ts';

/**
 * Abandons a database whose files were moved or replaced while it was open. Closing it would make SQLite remove the
 * log of the file that has the name now, so it stays open until the process ends, without closing anything.
 */
export function abandon(database: Database): void {
  database.close = () => undefined;
  process.on('exit', () => process.exit());
}
