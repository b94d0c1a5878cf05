import type BetterSqlite from 'better-sqlite3';
import type { Column, Table } from 'drizzle-orm';
// This imports only types, because the writer thread must not load the table descriptions.
import type * as schema from '../../../drizzle/schema/index.ts';

type DatabaseSchema = typeof schema;
type DatabaseTables = {
  [Name in keyof DatabaseSchema as DatabaseSchema[Name] extends Table
    ? DatabaseSchema[Name]['_']['name']
    : never]: DatabaseSchema[Name] extends Table ? DatabaseSchema[Name]['_']['columns'] : never;
};
type TableName = keyof DatabaseTables;
type ColumnName<Name extends TableName> = keyof DatabaseTables[Name] & string;

/** A JSON column is returned as text, not parsed. */
type StoredValue<Description> = Description extends Column
  ?
      | (Description['_']['columnType'] extends 'SQLiteTextJson' ? string : Description['_']['data'])
      | (Description['_']['notNull'] extends true ? never : null)
  : never;

/** The row of a table as SQLite returns it, under the names of `drizzle/schema`. */
export type StoredRow<Name extends TableName> = {
  [Key in ColumnName<Name>]: StoredValue<DatabaseTables[Name][Key]>;
};

/**
 * The columns to read: one column returns its values, a list returns rows, and an object returns rows with renamed
 * columns.
 */
type ColumnsOfTable<Name extends TableName> =
  | ColumnName<Name>
  | readonly ColumnName<Name>[]
  | Readonly<Record<string, ColumnName<Name>>>;

type SelectedRow<Name extends TableName, Selection> =
  Selection extends ColumnName<Name>
    ? StoredRow<Name>[Selection]
    : Selection extends readonly (infer Key)[]
      ? { [Each in Key & ColumnName<Name>]: StoredRow<Name>[Each] }
      : {
          -readonly [Alias in keyof Selection]: Selection[Alias] extends ColumnName<Name>
            ? StoredRow<Name>[Selection[Alias]]
            : never;
        };

type BindableValue = string | number | bigint | Buffer | null;
type BoundValue = BindableValue | Readonly<Record<string, BindableValue>>;

/**
 * Prepares a statement that reads columns of one table; `clauses` is the SQL after the table name, such as `WHERE …`.
 * The results have the types that `drizzle/schema` gives the columns.
 */
export function selectRows<Name extends TableName, const Selection extends ColumnsOfTable<Name>>(
  sqlite: BetterSqlite.Database,
  table: Name,
  columns: Selection,
  clauses = '',
): BetterSqlite.Statement<BoundValue[], SelectedRow<Name, Selection>> {
  const statement = sqlite.prepare<BoundValue[], SelectedRow<Name, Selection>>(
    `SELECT ${formatSelectColumns(columns).join(', ')} FROM ${table} ${clauses}`,
  );
  return typeof columns === 'string' ? statement.pluck() : statement;
}

/** Lists columns as SQL, for statements that `select` cannot express. */
export function formatSelectColumns(columns: string | readonly string[] | Readonly<Record<string, string>>): string[] {
  if (typeof columns === 'string') return [toColumnName(columns)];
  const named = isColumnList(columns) ? columns.map((key) => [key, key] as const) : Object.entries(columns);
  return named.map(([alias, key]) => (toColumnName(key) === alias ? alias : `${toColumnName(key)} AS ${alias}`));
}

function isColumnList(columns: object): columns is readonly string[] {
  return Array.isArray(columns);
}

/** Converts a name such as `suiteKey` to `suite_key`. A test checks this for every column of `drizzle/schema`. */
export function toColumnName(key: string): string {
  return key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
