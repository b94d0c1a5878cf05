import { existsSync, readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type * as duckdb from '@duckdb/node-api';
import { AgentError } from '../../../ports/index.ts';
import { castToJson, type Json, type JsonObject, toErrorMessage } from '../../../values/index.ts';
import type { TemplateTable } from '../templates/tables.ts';
import type { ProjectDatabase } from './project-databases.ts';

const DUCKDB_PACKAGE = '@duckdb/node-api';
const INSTALL_COMMAND = `npm install ${DUCKDB_PACKAGE}`;

export type Duckdb = {
  query(sql: string, signal: AbortSignal): Promise<TemplateTable>;
  close(): void;
};

/** The root of the project, and the paths from which the DuckDB package is searched. */
type DuckdbEnvironment = { root: string; places: readonly string[] };

/**
 * Opens a DuckDB database for reading. Each file in its folder is a table, named after the file with or without its
 * extension. Queries can read only these tables; changes are rolled back.
 */
export async function openDuckdb(database: ProjectDatabase, { root, places }: DuckdbEnvironment): Promise<Duckdb> {
  const { name } = database;
  const source = findDatabaseFiles(database, root);
  const load = findDuckdbPackage(places);
  if (load === undefined)
    throw createDatabaseError(`the database "${name}" is DuckDB, which is not installed: ${INSTALL_COMMAND}`);
  const { DuckDBInstance }: typeof duckdb = load(DUCKDB_PACKAGE);
  try {
    return await lockInstanceForQueries(
      'file' in source
        ? await DuckDBInstance.create(source.file, { access_mode: 'READ_ONLY' })
        : await DuckDBInstance.create(':memory:'),
      'file' in source ? [] : source.tables.flatMap(createTableStatements),
    );
  } catch (error) {
    throw createDatabaseError(`the database "${name}" cannot be opened: ${toErrorMessage(error)}`);
  }
}

/** Returns the database file, or the data files in the folder. Throws if there are none. */
function findDatabaseFiles(
  { name, folder, file }: ProjectDatabase,
  root: string,
): { file: string } | { tables: string[] } {
  const source = folder ?? file;
  if (source === undefined) throw createDatabaseError(`the database "${name}" has neither a "dataset" nor a "path"`);
  const absolute = path.resolve(root, source);
  if (!existsSync(absolute)) throw createDatabaseError(`the database "${name}": ${source} does not exist`);
  if (folder === undefined) return { file: absolute };
  const tables = listTableFiles(absolute);
  if (tables.length === 0)
    throw createDatabaseError(`the database "${name}": ${folder} has no .csv and no .parquet files`);
  return { tables };
}

function createDatabaseError(message: string): AgentError {
  return new AgentError(message, 'configuration');
}

async function lockInstanceForQueries(instance: duckdb.DuckDBInstance, statements: readonly string[]): Promise<Duckdb> {
  const setup = await instance.connect();
  for (const sql of [...statements, 'SET enable_external_access = false', 'SET lock_configuration = true'])
    await setup.run(sql);
  setup.closeSync();
  return {
    async query(sql, signal) {
      signal.throwIfAborted();
      const connection = await instance.connect();
      const closeInstance = () => connection.interrupt();
      signal.addEventListener('abort', closeInstance);
      try {
        await connection.run('BEGIN TRANSACTION');
        return toResultTable(await connection.runAndReadAll(sql));
      } catch (error) {
        signal.throwIfAborted();
        throw new AgentError(toErrorMessage(error), 'agent');
      } finally {
        signal.removeEventListener('abort', closeInstance);
        connection.closeSync();
      }
    },
    close: () => instance.closeSync(),
  };
}

/** Loads the DuckDB package of the project; if it has none, the one that is installed with Turntree. */
function findDuckdbPackage(places: readonly string[]): NodeJS.Require | undefined {
  return places.map((searchPath) => createRequire(searchPath)).find((load) => isInstalled(load));
}

function isInstalled(load: NodeJS.Require): boolean {
  try {
    load.resolve(DUCKDB_PACKAGE);
    return true;
  } catch {
    return false;
  }
}

/** If there are a Parquet file and a CSV file with the same name, the Parquet file is used. */
function listTableFiles(folder: string): string[] {
  if (!statSync(folder).isDirectory()) return [];
  const files = readdirSync(folder).filter((file) => /\.(csv|parquet)$/i.test(file));
  const stems = new Map(files.toSorted().map((file) => [path.parse(file).name, path.join(folder, file)]));
  return [...stems.values()];
}

function createTableStatements(file: string): string[] {
  const { name, ext, base } = path.parse(file);
  const table = quoteName(name);
  return [
    `CREATE TABLE ${table} AS FROM '${file.replaceAll("'", "''")}'`,
    `CREATE VIEW ${quoteName(base)} AS FROM memory.main.${table}`,
    // Quotes the names of files, because unquoted `orders.csv` means the table "csv" in the schema "orders" in SQL.
    `CREATE SCHEMA IF NOT EXISTS ${table}`,
    `CREATE VIEW ${table}.${quoteName(ext.slice(1))} AS FROM memory.main.${table}`,
  ];
}

function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function toResultTable(reader: duckdb.DuckDBResultReader): TemplateTable {
  const types = reader.columnTypes().map(String);
  const rows = reader.getRowObjectsJson().map((row): JsonObject => {
    const cells = Object.entries(row).map(([name, value], column) => [
      name,
      parseDuckdbCell(castToJson(value), types[column] ?? ''),
    ]);
    return Object.fromEntries(cells);
  });
  return { columns: reader.deduplicatedColumnNames(), rows };
}

/**
 * Converts integers and decimals to numbers if JavaScript can represent them exactly. DuckDB returns them as texts, so
 * that no digits are lost.
 */
function parseDuckdbCell(value: Json, type: string): Json {
  if (typeof value !== 'string' || !/INT$|^DECIMAL/.test(type)) return value;
  const number = Number(value);
  return Number.isSafeInteger(number) || (type.startsWith('DECIMAL') && Number.isFinite(number)) ? number : value;
}
