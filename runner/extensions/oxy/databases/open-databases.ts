import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { readBounded } from '../../../host/bounded-file.ts';
import { AgentError } from '../../../ports/index.ts';
import { findHandlerName } from '../../../scripts/processes/process-handlers.ts';
import { findNearestWord, type Json, type JsonObject, toErrorMessage } from '../../../values/index.ts';
import { type TemplateTable, toTemplateTable } from '../templates/tables.ts';
import { type Duckdb, openDuckdb } from './duckdb.ts';
import type { MissingPart } from './missing-part.ts';
import { type ProjectDatabase, readDatabases } from './project-databases.ts';

/** Calls a handler of the workspace on behalf of an agent or workflow. */
export type HandlerCaller = (
  handled: { key: string; name: string; values: Json },
  signal: AbortSignal,
) => Promise<Json>;

export type Query = { database: string; sql: string; call: HandlerCaller };

export type Databases = {
  /** Returns why a database cannot be queried here; undefined if it can. Opens DuckDB databases to find out. */
  problem(name: string): Promise<MissingPart | undefined>;
  queryDatabase(query: Query, signal: AbortSignal): Promise<TemplateTable>;
  /**
   * Returns the description of a database for templates: `{name, dialect, datasets: {<name>: {dataset, ddl,
   * semantic_info}}}`.
   */
  describeForTemplates(name: string, signal: AbortSignal): Promise<JsonObject>;
  close(): Promise<void>;
};

type DatabaseProject = {
  root: string;
  /** The names of the handlers in the config. */
  handlers: readonly string[];
  /** A file of Turntree, from which the DuckDB package is searched if the project has none. */
  program?: string;
};

/**
 * Opens the databases of a project. DuckDB runs in this process; other databases need a handler `databases.<name>` in
 * the config, which may also replace DuckDB.
 */
export function createDatabases({ root, handlers, program = import.meta.url }: DatabaseProject): Databases {
  const places = [path.join(root, 'package.json'), program];
  const openDuckdbs = new Map<string, Promise<Duckdb>>();
  let databases: ProjectDatabase[] | undefined;

  function findDatabase(name: string): ProjectDatabase | undefined {
    databases ??= readDatabases(root);
    return databases.find((database) => database.name === name);
  }

  function openDuckdbOnce(database: ProjectDatabase): Promise<Duckdb> {
    const duckdb = openDuckdbs.get(database.name) ?? openDuckdb(database, { root, places });
    openDuckdbs.set(database.name, duckdb);
    return duckdb;
  }

  async function findDatabaseProblem(name: string): Promise<MissingPart | undefined> {
    if (findHandlerName(`databases.${name}`, handlers) !== undefined) return undefined;
    const database = findDatabase(name);
    const knownNames = (databases ?? []).map((each) => each.name);
    if (database === undefined) return { kind: 'problem', what: describeUnknownDatabase(name, knownNames) };
    if (database.type !== 'duckdb') return createMissingDatabaseHandler(database);
    return openDuckdbOnce(database).then(
      () => undefined,
      (error) => ({ kind: 'problem', what: toErrorMessage(error) }),
    );
  }

  return {
    problem: findDatabaseProblem,
    async queryDatabase({ database: name, sql, call }, signal) {
      const key = findHandlerName(`databases.${name}`, handlers);
      if (key !== undefined)
        return parseHandlerTable(name, await call({ key, name: `databases.${name}`, values: { sql } }, signal));
      const why = await findDatabaseProblem(name);
      const database = findDatabase(name);
      if (why !== undefined || database === undefined) throw new AgentError(why?.what ?? name, 'configuration');
      return (await openDuckdbOnce(database)).query(sql, signal);
    },
    async describeForTemplates(name, signal) {
      const database = findDatabase(name);
      const commonFields = { name, dialect: database?.type ?? '' };
      const syncedDatasets = readSyncedDatasets(path.join(root, '.databases', name));
      if (Object.keys(syncedDatasets).length > 0) return { ...commonFields, datasets: syncedDatasets };
      if (database?.type !== 'duckdb' || findHandlerName(`databases.${name}`, handlers) !== undefined) {
        return {
          ...commonFields,
          datasets: Object.fromEntries((database?.datasets ?? []).map((each) => [each, createSyncedDataset(each, '')])),
        };
      }
      const { rows } = await (await openDuckdbOnce(database)).query(
        'SELECT sql FROM duckdb_tables() ORDER BY table_name',
        signal,
      );
      const ddl = rows.map(({ sql }) => sql).join('\n');
      return {
        ...commonFields,
        datasets: { main: createSyncedDataset('main', ddl), duckdb: createSyncedDataset('duckdb', ddl) },
      };
    },
    async close() {
      for (const database of openDuckdbs.values()) (await database.catch(() => undefined))?.close();
    },
  };
}

function createMissingDatabaseHandler({ name, type }: ProjectDatabase): MissingPart {
  return {
    kind: 'handler',
    what: `the database "${name}" (${type})`,
    handler: `"databases.${name}": async ({ sql }) => [{ column: "value" }]`,
  };
}

function describeUnknownDatabase(name: string, knownNames: readonly string[]): string {
  const nearestName = findNearestWord(name, knownNames);
  const hint =
    nearestName === undefined ? `known: ${knownNames.join(', ') || 'none'}` : `did you mean "${nearestName}"?`;
  return `config.yml has no database "${name}"; ${hint}`;
}

function parseHandlerTable(name: string, answer: Json): TemplateTable {
  const table = toTemplateTable(answer);
  if (table !== undefined) return table;
  throw new AgentError(`databases.${name} must return a list of rows, such as [{ id: 1 }]`, 'configuration');
}

/** Reads the files that `oxy sync` has written: the DDL of each table, and details about it. */
function readSyncedDatasets(folder: string): JsonObject {
  if (!existsSync(folder)) return {};
  const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return Object.fromEntries(
    names.map(({ name }) => {
      const models = path.join(folder, name, 'models');
      const files = existsSync(models) ? readdirSync(models).filter((file) => file.endsWith('.schema.yml')) : [];
      const info = files
        .toSorted()
        .map((file) => [file.slice(0, -'.schema.yml'.length), readFileOrEmpty(path.join(models, file))]);
      return [
        name,
        createSyncedDataset(name, readFileOrEmpty(path.join(folder, `${name}.sql`)), Object.fromEntries(info)),
      ];
    }),
  );
}

function createSyncedDataset(name: string, ddl: string, info: JsonObject = {}): JsonObject {
  return { dataset: name, ddl, semantic_info: info };
}

function readFileOrEmpty(file: string): string {
  return existsSync(file) ? readBounded(file) : '';
}
