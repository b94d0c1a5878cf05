import type { Database } from './open-database.ts';

/**
 * Lets go of a database whose files were moved or replaced while it was open. SQLite, closing it, would remove the log
 * of whatever has the name now: so it stays open, until the process ends without closing anything.
 */
export function abandon(database: Database): void {
  database.close = () => undefined;
  process.on('exit', () => process.exit());
}
