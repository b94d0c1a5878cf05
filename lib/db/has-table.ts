import type BetterSqlite from 'better-sqlite3';

/** False in a history of an older version, for a table that it does not know. */
export function hasTable(sqlite: BetterSqlite.Database, table: string): boolean {
  return sqlite.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(table) !== undefined;
}
