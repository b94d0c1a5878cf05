import { AgentError } from '../../../ports/index.ts';
import type { AgentFolder } from '../../../scripts/agent-folders.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../values/index.ts';
import { describeModels } from './describe-models.ts';
import { importSeeds } from './import-seeds.ts';
import { findModelOfTable, type Model, readModel } from './read-model.ts';
import { runQuery } from './run-query.ts';
import { parseRowQuery, projectRow, selectRows } from './select-rows.ts';

/**
 * The database tables of an application, kept in memory and accessed with `models.<id>.<Method>`. They exist for one
 * run, and are empty at first.
 */
export type ModelTables = {
  /**
   * Calls a process `models.<id>.<Method>`. Returns undefined for other processes and unknown models. Throws for an
   * unknown method, or for an id that is probably a misspelt id of a model.
   */
  process(name: string, values: readonly Json[]): Json | undefined;
  /** Implements a method of `new Query(…)`. Throws for queries that need more than one table. */
  query(method: string, query: Json): Json;
};

type StoredTable = { model: Model; key: string; rows: JsonObject[]; nextId: number };

export function createModelTables(places: { root: string; folders(): ReadonlyMap<string, AgentFolder> }): ModelTables {
  const tables = new Map<string, StoredTable>();
  function findOrCreateTable(id: string): StoredTable | undefined {
    const name = id.toLowerCase();
    const existingTable = tables.get(name);
    const model = existingTable === undefined ? readModel(id, places) : undefined;
    if (model === undefined) return existingTable;
    const table = createEmptyTable(model);
    tables.set(name, table);
    return table;
  }
  function listRowsOfTable(from: string): JsonObject[] {
    const id = from.startsWith('$') ? from.slice(1) : findModelOfTable(from, places);
    const table = id === undefined ? undefined : findOrCreateTable(id);
    if (table !== undefined) return listRowsNotDeleted(table);
    throw new AgentError(`Query: there is no model with the table "${from}" below models`, 'configuration');
  }
  return {
    query: (method, query) => runQuery(method, query, listRowsOfTable),
    process(name, values) {
      const [file, model] = values;
      if (/^seeds\.import$/i.test(name) && typeof file === 'string' && typeof model === 'string') {
        const table = findOrCreateTable(model);
        if (table === undefined) throw new AgentError(`there is no model "${model}" below models`, 'configuration');
        return importSeeds(file, places.root, (row) => createRow(table, row));
      }
      const description = describeModels(name, values, places);
      if (description !== undefined) return description;
      const [, id, method] = /^models\.(.+)\.(\w+)$/i.exec(name) ?? [];
      if (id === undefined || method === undefined) return undefined;
      const table = findOrCreateTable(id);
      return table && callModelMethod(method, table, values, name);
    },
  };
}

function createEmptyTable(model: Model): StoredTable {
  const primary = model.columns.find(({ type, primary: isKey }) => isKey === true || /^id$/i.test(type));
  return { model, key: primary?.name ?? 'id', rows: [], nextId: 1 };
}

function callModelMethod(method: string, table: StoredTable, values: readonly Json[], name: string): Json {
  const [first, second, third] = values;
  switch (method.toLowerCase()) {
    case 'get':
      return findRowsByQuery(table, first).map((row) => projectRow(row, parseRowQuery(first)));
    case 'find':
      return projectRow(findRow(table, first, name), parseRowQuery(second));
    case 'paginate':
      return selectPage(table, parseRowQuery(first), { page: second, size: third });
    case 'count':
      return findRowsByQuery(table, first).length;
    case 'create':
      return createRow(table, requireRowObject(first, name));
    case 'save':
      return saveRow(table, requireRowObject(first, name));
    case 'eachsave':
      return requireRowList(first, name).map((row) =>
        saveRow(table, { ...row, ...(isJsonObject(second) ? second : {}) }),
      );
    case 'insert':
      return insertRow(table, first, second, name);
    case 'update':
      updateRow(table, findRow(table, first, name), requireRowObject(second, name));
      return null;
    case 'updatewhere':
      return applyToRows(findRowsByQuery(table, first), (row) => updateRow(table, row, requireRowObject(second, name)));
    case 'delete':
    case 'destroy':
      removeRow(table, findRow(table, first, name), method);
      return null;
    case 'deletewhere':
    case 'destroywhere':
      return applyToRows(findRowsByQuery(table, first), (row) => removeRow(table, row, method));
    case 'migrate':
      if (first === true) table.rows = [];
      return null;
    default:
      throw new AgentError(
        `Process("${name}"): models in memory have Get, Find, Paginate, Count, Create, Save, EachSave, Insert, Update, UpdateWhere, Delete, DeleteWhere, Destroy, DestroyWhere and Migrate; ` +
          `register "${name}" in processes of runner.config.ts`,
        'configuration',
      );
  }
}

function listRowsNotDeleted({ rows }: StoredTable): JsonObject[] {
  return rows.filter(({ deleted_at: deleted = null }) => deleted === null);
}

function findRowsByQuery(table: StoredTable, query: Json | undefined): JsonObject[] {
  return selectRows(listRowsNotDeleted(table), parseRowQuery(query));
}

function findRow(table: StoredTable, id: Json | undefined, name: string): JsonObject {
  const [row] = selectRows(listRowsNotDeleted(table), { wheres: [{ column: table.key, op: 'eq', value: id ?? null }] });
  if (row !== undefined) return row;
  throw new AgentError(`Exception|404: Process("${name}"): there is no row ${JSON.stringify(id ?? null)}`, 'agent');
}

function createRow(table: StoredTable, fields: JsonObject): Json {
  const { model, key } = table;
  const defaults = model.columns.flatMap(({ name, default: value }) => (value === undefined ? [] : [[name, value]]));
  const id = fields[key] ?? table.nextId;
  const row: JsonObject = { ...Object.fromEntries(defaults), ...selectFieldsOfColumns(table, fields), [key]: id };
  if (model.option.timestamps === true) Object.assign(row, { created_at: formatLocalTimestampNow(), updated_at: null });
  for (const { name, nullable, type } of model.columns) {
    const isMissing = (row[name] ?? null) === null;
    if (isMissing && nullable === false && !/^id$/i.test(type))
      throw createModelError(`the column "${name}" must not be empty`);
    if (isMissing) row[name] = null;
  }
  refuseDuplicates(table, row);
  table.rows.push(row);
  if (typeof id === 'number') table.nextId = Math.max(table.nextId, id + 1);
  return id;
}

function saveRow(table: StoredTable, values: JsonObject): Json {
  const id = values[table.key];
  const row =
    id === undefined ? undefined : listRowsNotDeleted(table).find((each) => String(each[table.key]) === String(id));
  if (row === undefined) return createRow(table, values);
  updateRow(table, row, values);
  return row[table.key] ?? null;
}

function insertRow(table: StoredTable, columns: Json | undefined, rows: Json | undefined, name: string): Json {
  if (!Array.isArray(columns) || !Array.isArray(rows))
    throw createModelError(`Process("${name}") needs columns and rows`);
  for (const row of rows) {
    const cells = Array.isArray(row) ? row : [];
    createRow(table, Object.fromEntries(columns.map((column, index) => [String(column), cells[index] ?? null])));
  }
  return null;
}

function updateRow(table: StoredTable, row: JsonObject, fields: JsonObject): void {
  const changedRow = { ...row, ...selectFieldsOfColumns(table, fields), [table.key]: row[table.key] ?? null };
  refuseDuplicates(table, changedRow, row);
  Object.assign(
    row,
    changedRow,
    table.model.option.timestamps === true ? { updated_at: formatLocalTimestampNow() } : {},
  );
}

function removeRow(table: StoredTable, row: JsonObject, method: string): void {
  if (table.model.option.soft_deletes === true && /^delete/i.test(method)) row.deleted_at = formatLocalTimestampNow();
  else table.rows = table.rows.filter((each) => each !== row);
}

/** Drops keys that are not columns, as Yao does. */
function selectFieldsOfColumns({ model: { columns } }: StoredTable, fields: JsonObject): JsonObject {
  if (columns.length === 0) return fields;
  const names = new Set(columns.map(({ name }) => name));
  return Object.fromEntries(Object.entries(fields).filter(([name]) => names.has(name)));
}

/**
 * Throws if a value that must be unique already exists in another row. `ownRow` is the row that is being changed; it
 * may keep its own values.
 */
function refuseDuplicates(table: StoredTable, row: JsonObject, ownRow?: JsonObject): void {
  const unique = [table.key, ...table.model.columns.filter((column) => column.unique === true).map(({ name }) => name)];
  for (const column of unique) {
    const value = row[column] ?? null;
    const rowsWithSameValue =
      value === null ? [] : selectRows(listRowsNotDeleted(table), { wheres: [{ column, op: 'eq', value }] });
    if (rowsWithSameValue.some((twin) => twin !== ownRow))
      throw createModelError(`the column "${column}" must be unique, and ${JSON.stringify(value)} exists already`);
  }
}

type TablePage = { page: Json | undefined; size: Json | undefined };

function selectPage(
  table: StoredTable,
  query: ReturnType<typeof parseRowQuery>,
  { page: pageNumber, size }: TablePage,
): Json {
  const allRows = selectRows(listRowsNotDeleted(table), { ...query, limit: undefined });
  const page = typeof pageNumber === 'number' ? pageNumber : (query.page ?? 1);
  const pagesize = typeof size === 'number' ? size : (query.pagesize ?? 20);
  const pagecnt = Math.max(1, Math.ceil(allRows.length / pagesize));
  const data = allRows.slice((page - 1) * pagesize, page * pagesize).map((row) => projectRow(row, query));
  const [prev, next] = [page > 1 ? page - 1 : -1, page < pagecnt ? page + 1 : -1];
  return { data, page, pagesize, pagecnt, next, prev, total: allRows.length };
}

function applyToRows(rows: readonly JsonObject[], act: (row: JsonObject) => void): number {
  for (const row of rows) act(row);
  return rows.length;
}

function requireRowObject(value: Json | undefined, name: string): JsonObject {
  if (isJsonObject(value)) return value;
  throw createModelError(`Process("${name}") needs a row, such as {name: "Ada"}`);
}

function requireRowList(value: Json | undefined, name: string): JsonObject[] {
  if (Array.isArray(value)) return value.map((row) => requireRowObject(row, name));
  throw createModelError(`Process("${name}") needs a list of rows`);
}

function createModelError(message: string): AgentError {
  return new AgentError(message, 'agent');
}

function formatLocalTimestampNow(): string {
  return new Date().toLocaleString('sv-SE');
}
