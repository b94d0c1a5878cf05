import * as z from 'zod';
import { jsonSchema } from '../../../contract/index.ts';
import { AgentError } from '../../../ports/index.ts';
import {
  formatSchemaProblems,
  type Json,
  type JsonObject,
  toCanonicalJson,
  toJsonText,
} from '../../../values/index.ts';
import { createWildcardMatcher } from '../wildcard-pattern.ts';

const rowQueryOperators = [
  'eq',
  'ne',
  'gt',
  'ge',
  'lt',
  'le',
  'like',
  'match',
  'in',
  'notin',
  'null',
  'notnull',
] as const;
const operatorBySign: Readonly<Record<string, string>> = {
  '=': 'eq',
  '<>': 'ne',
  '!=': 'ne',
  '>': 'gt',
  '>=': 'ge',
  '<': 'lt',
  '<=': 'le',
};

/** Returns the operator of a condition, which is written as a name or as a symbol. */
export const operatorSchema = z.preprocess(
  (value) => (typeof value === 'string' ? (operatorBySign[value] ?? value.toLowerCase()) : value),
  z.enum(rowQueryOperators).default('eq'),
);
const whereSchema = z.strictObject({
  column: z.string().optional(),
  value: jsonSchema.optional(),
  op: operatorSchema,
  method: z.string().optional(),
  get wheres() {
    return z.array(whereSchema).optional();
  },
});
type WhereClause = z.infer<typeof whereSchema>;

const orderSchema = z.strictObject({ column: z.string(), option: z.string().optional() });
const querySchema = z.strictObject({
  select: z.array(z.string()).optional(),
  wheres: z.array(whereSchema).optional(),
  orders: z.array(orderSchema).optional(),
  limit: z.number().optional(),
  page: z.number().optional(),
  pagesize: z.number().optional(),
});
export type RowQuery = z.infer<typeof querySchema>;

/** Parses a query of a script. Throws for features that are not supported (relations, groups). */
export function parseRowQuery(rawQuery: Json | undefined): RowQuery {
  const parsed = querySchema.safeParse(rawQuery ?? {});
  if (parsed.success) return parsed.data;
  throw new AgentError(`invalid query of a model in memory: ${formatSchemaProblems(parsed.error)}`, 'agent');
}

/** Returns the rows that match a query, sorted and limited. */
export function selectRows(rows: readonly JsonObject[], { wheres, orders = [], limit }: RowQuery): JsonObject[] {
  const matches = rows.filter((row) => matchesAll(wheres ?? [], row));
  const sorted = orders.length === 0 ? matches : matches.toSorted((one, other) => compareByOrders(orders, one, other));
  return limit === undefined ? sorted : sorted.slice(0, limit);
}

/** Returns the row with the selected columns only; with all columns if the query names none. */
export function projectRow(row: JsonObject, { select }: RowQuery): JsonObject {
  if (select === undefined || select.length === 0) return { ...row };
  return Object.fromEntries(select.map((column) => [column, row[column] ?? null]));
}

/**
 * Evaluates conditions from left to right. Each condition is combined with the result so far with AND, or with OR if
 * its method is `or…`.
 */
function matchesAll(wheres: readonly WhereClause[], row: JsonObject): boolean {
  const [first, ...others] = wheres;
  if (first === undefined) return true;
  let result = matchesCondition(first, row);
  for (const where of others) {
    const isAlternative = where.method?.toLowerCase().startsWith('or') === true;
    result = isAlternative ? result || matchesCondition(where, row) : result && matchesCondition(where, row);
  }
  return result;
}

function matchesCondition({ column, op, value = null, wheres }: WhereClause, row: JsonObject): boolean {
  if (wheres !== undefined) return matchesAll(wheres, row);
  const actual = row[column ?? ''] ?? null;
  switch (op) {
    case 'eq':
      return isSameValue(actual, value);
    case 'ne':
      return !isSameValue(actual, value);
    case 'gt':
      return actual !== null && compareValues(actual, value) > 0;
    case 'ge':
      return actual !== null && compareValues(actual, value) >= 0;
    case 'lt':
      return actual !== null && compareValues(actual, value) < 0;
    case 'le':
      return actual !== null && compareValues(actual, value) <= 0;
    case 'like':
      return actual !== null && matchesSqlLike(toJsonText(actual), toJsonText(value));
    case 'match':
      return actual !== null && toJsonText(actual).toLowerCase().includes(toJsonText(value).toLowerCase());
    case 'in':
      return Array.isArray(value) && value.some((item) => isSameValue(actual, item));
    case 'notin':
      return Array.isArray(value) && !value.some((item) => isSameValue(actual, item));
    case 'null':
      return actual === null;
    case 'notnull':
      return actual !== null;
    default:
      return op satisfies never;
  }
}

/** Compares values in the way databases do: a number equals its text, and true equals 1. */
function isSameValue(left: Json, right: Json): boolean {
  return toComparable(left) === toComparable(right);
}

function toComparable(value: Json): string {
  if (typeof value === 'boolean') return value ? '1' : '0';
  return typeof value === 'object' ? toCanonicalJson(value) : String(value);
}

function compareValues(leftValue: Json, rightValue: Json): number {
  const [left, right] = [Number(leftValue), Number(rightValue)];
  const areNumbers = toComparable(leftValue).trim() !== '' && !Number.isNaN(left) && !Number.isNaN(right);
  if (areNumbers) return left - right;
  return toComparable(leftValue) < toComparable(rightValue)
    ? -1
    : Number(toComparable(leftValue) > toComparable(rightValue));
}

function matchesSqlLike(text: string, pattern: string): boolean {
  return createWildcardMatcher(pattern, { wildcards: { '%': '.*', _: '.' }, ignoreCase: true })(text);
}

function compareByOrders(
  orders: readonly { column: string; option?: string | undefined }[],
  left: JsonObject,
  right: JsonObject,
): number {
  for (const { column, option } of orders) {
    const order = compareValues(left[column] ?? null, right[column] ?? null);
    if (order !== 0) return option?.toLowerCase() === 'desc' ? -order : order;
  }
  return 0;
}
