import type BetterSqlite from 'better-sqlite3';

/** Also returns false for a table that a damaged history has lost. */
export function hasTable(sqlite: BetterSqlite.Database, table: string): boolean {
  return sqlite.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(table) !== undefined;
}
