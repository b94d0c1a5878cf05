import type BetterSqlite from 'better-sqlite3';

const ROWS_PER_INSERT = 25;

/** A value of a database column that contains no bytes. */
export type ColumnValue = string | number | null;

/** Inserts many rows per statement, which takes half the time of single inserts. */
export function createBulkInserter(
  sqlite: BetterSqlite.Database,
  table: string,
  columns: readonly string[],
): (rows: readonly (readonly (ColumnValue | Buffer)[])[]) => void {
  const prepareInsert = (count: number): BetterSqlite.Statement => {
    const row = `(${columns.map(() => '?').join(', ')})`;
    return sqlite.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES ${Array(count).fill(row).join(', ')}`);
  };
  const insertOne = prepareInsert(1);
  const insertMany = prepareInsert(ROWS_PER_INSERT);
  return (rows) => {
    const batchedCount = rows.length - (rows.length % ROWS_PER_INSERT);
    for (let start = 0; start < batchedCount; start += ROWS_PER_INSERT)
      insertMany.run(rows.slice(start, start + ROWS_PER_INSERT).flat());
    for (const row of rows.slice(batchedCount)) insertOne.run(row);
  };
}
