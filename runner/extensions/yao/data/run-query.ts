import * as z from 'zod';
import { jsonSchema } from '../../../contract/index.ts';
import { AgentError } from '../../../ports/index.ts';
import { formatSchemaProblems, type Json, type JsonObject } from '../../../values/index.ts';
import { operatorSchema, projectRow, type RowQuery, selectRows } from './select-rows.ts';

/** The maximum number of rows for a query without a limit; Yao has the same default. */
const DEFAULT_LIMIT = 100;
const DEFAULT_PAGE_SIZE = 20;

const columnNamePattern = /^[\p{L}\d_]+$/u;
const queryOperators = ['=', '>', '>=', '<', '<=', '<>', 'like', 'match', 'in', 'is'] as const;

const countSchema = z.int().nonnegative();
const orderSchema = z.union([
  z.string().transform((text) => text.split(',').map(parseOrder)),
  z.array(
    z.union([
      z.string().transform(parseOrder),
      z
        .strictObject({ field: z.string(), sort: z.string().optional(), comment: z.string().optional() })
        .transform(({ field, sort }) => ({ column: parseColumnName(field), option: sort })),
    ]),
  ),
]);
const querySchema = z.strictObject({
  select: z.array(z.string()).min(1),
  from: z.string(),
  wheres: z.array(z.record(z.string(), jsonSchema)).default([]),
  orders: orderSchema.optional(),
  first: z.union([z.boolean(), z.number()]).optional(),
  limit: countSchema.optional(),
  offset: countSchema.default(0),
  page: countSchema.optional(),
  pagesize: countSchema.optional(),
  comment: z.string().optional(),
  debug: z.boolean().optional(),
});
type Query = z.infer<typeof querySchema>;
type WhereClause = NonNullable<RowQuery['wheres']>[number];

/**
 * Runs a query of `new Query("default")` on one table in memory. `rowsOf` returns the rows of a table or model.
 * Features that are not supported (joins, groups, functions, subqueries, SQL) throw an error that names them.
 */
export function runQuery(method: string, rawQuery: Json, rowsOf: (table: string) => readonly JsonObject[]): Json {
  const query = parseQuery(rawQuery);
  switch (method) {
    case 'Get':
      return selectQueryRows(query, rowsOf);
    case 'First':
      return selectFirstQueryRow(query, rowsOf);
    case 'Paginate':
      return selectQueryPage(query, rowsOf);
    case 'Run':
      if (query.page !== undefined || query.pagesize !== undefined) return selectQueryPage(query, rowsOf);
      return query.first === undefined ? selectQueryRows(query, rowsOf) : selectFirstQueryRow(query, rowsOf);
    default:
      throw createQueryError(`Query.${method} is not available here; available: Get, First, Paginate and Run`);
  }
}

type ReadTableRows = (table: string) => readonly JsonObject[];

function selectQueryRows(query: Query, rowsOf: ReadTableRows): JsonObject[] {
  const { limit = DEFAULT_LIMIT, offset } = query;
  return findRows(query, rowsOf)
    .slice(offset, offset + limit)
    .map((row) => selectColumns(row, query));
}

function selectFirstQueryRow(query: Query, rowsOf: ReadTableRows): Json {
  return selectQueryRows({ ...query, limit: 1 }, rowsOf)[0] ?? null;
}

function selectQueryPage(query: Query, rowsOf: ReadTableRows): Json {
  const page = query.page || 1;
  const pagesize = query.pagesize || DEFAULT_PAGE_SIZE;
  const allRows = findRows(query, rowsOf);
  const pagecnt = allRows.length === 0 ? -1 : Math.ceil(allRows.length / pagesize);
  const items = allRows.slice((page - 1) * pagesize, page * pagesize).map((row) => selectColumns(row, query));
  const next = pagecnt > 0 && page + 1 > pagecnt ? -1 : page + 1;
  return { items, total: allRows.length, next, prev: page > 1 ? page - 1 : -1, page, pagesize, pagecnt };
}

function findRows({ from, wheres, orders }: Query, rowsOf: ReadTableRows): JsonObject[] {
  const [table = '', ...alias] = from.trim().split(/(?<!\s)\s+as\s+/i);
  if (!columnNamePattern.test(table.replace(/^\$/, '').replaceAll('.', '')) || alias.length > 1) {
    throw createQueryError(`from "${from}" is not the name of a table or a $model`);
  }
  return selectRows(rowsOf(table), { wheres: wheres.map(parseWhere), orders });
}

/** Parses a column of the form `name as title` to the column and its name in the result. */
function selectColumns(row: JsonObject, { select }: Query): JsonObject {
  const columns = select.map((expression) => {
    const [column = '', title] = expression.trim().split(/(?<!\s)\s+as\s+/i);
    return [parseColumnName(column), title ?? parseColumnName(column)] as const;
  });
  const values = projectRow(row, { select: columns.map(([column]) => column) });
  return Object.fromEntries(columns.map(([column, title]) => [title, values[column] ?? null]));
}

function parseOrder(text: string): { column: string; option?: string | undefined } {
  const [column = '', option] = text.trim().split(/\s+/);
  return { column: parseColumnName(column), option };
}

/**
 * Parses a condition in one of three spellings: `{field, op, value}`, `{field, "=": 1}` and `{":field": "a comment",
 * "=": 1}`.
 */
function parseWhere(rawCondition: JsonObject): WhereClause {
  const { field, op, value, or, comment: _, wheres, ...otherKeys } = rawCondition;
  const keys = Object.keys(otherKeys);
  const namedOperator = keys.find((key) => /^(or )?:/.test(key.trim()))?.trim();
  const operator = keys.find((key) => queryOperators.some((knownKey) => knownKey === key.trim()));
  const unknownKey = keys.find((key) => key !== operator && key.trim() !== namedOperator);
  if (unknownKey !== undefined) throw createQueryError(`"${unknownKey}" in a condition is not supported here`);
  const method = or === true || namedOperator?.startsWith('or ') === true ? 'orwhere' : undefined;
  if (Array.isArray(wheres)) {
    return { op: 'eq', method, wheres: wheres.map((where) => parseWhere(parseConditionObject(where))) };
  }
  const column = parseColumnName(
    namedOperator === undefined ? String(field ?? '') : namedOperator.replace(/^(or )?:/, ''),
  );
  return toCondition(
    { column, method },
    String(operator ?? op ?? '=').trim(),
    operator === undefined ? value : otherKeys[operator],
  );
}

function toCondition(
  where: Pick<WhereClause, 'column' | 'method'>,
  operator: string,
  value: Json | undefined,
): WhereClause {
  if (typeof value === 'string' && /^(\{.*\}|\?:.*)$/.test(value)) {
    throw createQueryError(`the value "${value}" is an expression; only constants are compared here`);
  }
  if (operator !== 'is') return { ...where, op: operatorSchema.parse(operator), value };
  if (value !== 'null' && value !== 'not null') throw createQueryError('"is" compares with "null" or "not null"');
  return { ...where, op: value === 'null' ? 'null' : 'notnull' };
}

/** Returns the column's name for `table.column` or `column`. Throws for functions and for parts of JSON values. */
function parseColumnName(expression: string): string {
  const column = expression.trim().replace(/^\$?[\p{L}\d_]+\./u, '');
  if (columnNamePattern.test(column)) return column;
  throw createQueryError(`"${expression}" is not a column; functions and parts of columns are not supported here`);
}

function parseConditionObject(value: Json): JsonObject {
  const parsed = z.record(z.string(), jsonSchema).safeParse(value);
  if (parsed.success) return parsed.data;
  throw createQueryError('a condition is an object, such as {field: "name", op: "=", value: "Ada"}');
}

function parseQuery(rawQuery: Json): Query {
  const parsed = querySchema.safeParse(rawQuery);
  if (parsed.success) return parsed.data;
  throw createQueryError(formatSchemaProblems(parsed.error));
}

function createQueryError(message: string): AgentError {
  return new AgentError(
    `Query over models in memory: ${message}; call Process() with a handler of your own in runner.config.ts`,
    'agent',
  );
}
