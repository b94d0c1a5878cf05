import type BetterSqlite from 'better-sqlite3';

const TOGETHER = 25;

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
  const insertMany = prepareInsert(TOGETHER);
  return (rows) => {
    const batchedCount = rows.length - (rows.length % TOGETHER);
    for (let start = 0; start < batchedCount; start += TOGETHER)
      insertMany.run(rows.slice(start, start + TOGETHER).flat());
    for (const row of rows.slice(batchedCount)) insertOne.run(row);
  };
}
