import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { is } from 'drizzle-orm';
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import * as schema from '../../../drizzle/schema/index.ts';
import { openDatabase } from './index.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'turntree-format-'));
  file = path.join(folder, 'history.db');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('the tables of a new history are those that TypeScript knows', () => {
  const database = openDatabase(file);
  const columns = database.sqlite.prepare<[string], { name: string; type: string; notnull: number; pk: number }>(
    'SELECT name, type, "notnull", pk FROM pragma_table_info(?)',
  );
  const described = Object.values(schema).flatMap((table) => (is(table, SQLiteTable) ? [getTableConfig(table)] : []));
  for (const table of described) {
    const keys = table.primaryKeys.flatMap((key) => key.columns.map(({ name }) => name));
    expect(columns.all(table.name), table.name).toEqual(
      table.columns.map((column) => ({
        name: column.name,
        type: column.getSQLType().toUpperCase(),
        notnull: Number(column.notNull),
        pk: column.primary ? 1 : keys.indexOf(column.name) + 1,
      })),
    );
  }
  const names = database.sqlite
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'said%' ORDER BY name")
    .pluck()
    .all();
  expect(names).toEqual(described.map(({ name }) => name).toSorted());
  const indexes = database.sqlite
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL ORDER BY name")
    .pluck()
    .all();
  const named = described.flatMap(({ name, indexes: own, columns: all }) => [
    ...own.map(({ config }) => config.name),
    ...all.filter(({ isUnique }) => isUnique).map((column) => `${name}_${column.name}_unique`),
  ]);
  expect(indexes).toEqual(named.toSorted());
  database.close();
});

it.each([
  ['older', 17, 'Move its runs: "turntree history export runs.jsonl" with the Turntree that wrote it'],
  ['newer', 9_999, 'Update Turntree, or name another file with --db'],
])('a history of an %s format is refused, and stays as it is', (age, format, remedy) => {
  const other = new BetterSqlite(file);
  other.exec("CREATE TABLE runs (id text); INSERT INTO runs VALUES ('kept')");
  other.pragma(`user_version = ${format}`);
  other.close();
  const before = readFileSync(file);
  const openHistory = () => openDatabase(file);
  expect(openHistory).toThrow(`the history ${file} was written by an ${age} Turntree`.replace('an newer', 'a newer'));
  expect(openHistory).toThrow(
    expect.objectContaining({ details: expect.arrayContaining([expect.stringContaining(remedy)]) }),
  );
  expect(readFileSync(file).equals(before)).toBe(true);
});
