import type BetterSqlite from 'better-sqlite3';

/** False in a damaged history, for a table that it has lost. */
export function hasTable(sqlite: BetterSqlite.Database, table: string): boolean {
  return sqlite.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(table) !== undefined;
}
