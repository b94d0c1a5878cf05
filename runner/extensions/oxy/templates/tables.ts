import * as z from 'zod';
import { jsonObjectSchema } from '../../../contract/index.ts';
import type { Json, JsonObject } from '../../../values/index.ts';
import { blankStringLiterals, scanTemplateCode } from './template-code.ts';

/** The result of a database query. */
export type TemplateTable = { columns: readonly string[]; rows: readonly JsonObject[] };

const ROWS_KEY = Symbol('rows');
const rowsSchema = z.array(jsonObjectSchema);

/** Converts a list of rows to a table; returns undefined for other values. */
export function toTemplateTable(value: Json): TemplateTable | undefined {
  const { data: rows } = rowsSchema.safeParse(value);
  return rows === undefined ? undefined : { columns: [...new Set(rows.flatMap((row) => Object.keys(row)))], rows };
}

/**
 * Converts a table to a value for templates, in which each column is a list: `{fruit: ["apple", "kiwi"]}`. Also
 * attaches the rows, for `rewriteTableExpressions`.
 */
export function toTableTemplateValue({ columns, rows }: TemplateTable): JsonObject {
  const value = Object.fromEntries(columns.map((name): [string, Json] => [name, rows.map((row) => row[name] ?? null)]));
  return Object.defineProperty(value, ROWS_KEY, { value: rows });
}

/**
 * The rows of tables, by the contents of the table. Object identity cannot be used, because the template engine copies
 * tables.
 */
export type TableRowsByKey = ReadonlyMap<string, readonly JsonObject[]>;

export function collectTables(values: Json): TableRowsByKey {
  const tables = new Map<string, readonly JsonObject[]>();
  const collectTablesInValue = (value: Json): void => {
    if (typeof value !== 'object' || value === null) return;
    const rows: readonly JsonObject[] | undefined = Reflect.get(value, ROWS_KEY);
    if (rows === undefined) Object.values(value).forEach(collectTablesInValue);
    else tables.set(tableKey(value), rows);
  };
  collectTablesInValue(values);
  return tables;
}

export function findTableRows(tables: TableRowsByKey, copy: Json): readonly JsonObject[] | undefined {
  return tables.get(tableKey(copy));
}

/** Sorts the columns, because the engine sorts their names, too. */
function tableKey(table: Json): string {
  return typeof table === 'object' && table !== null ? JSON.stringify(Object.entries(table).toSorted()) : '';
}

// The repetitions in these patterns are limited, so that matching takes linear time.
const pathPattern = String.raw`[A-Za-z_]\w*(?:\s{0,20}\.\s{0,20}\w+|\[[^\[\]]{0,99}\]){0,20}`;
const loopPattern = new RegExp(
  String.raw`(?<=^[-+]?\s{0,20}for\s.{1,40}?\sin\s{1,20})${pathPattern}(?=\s{0,20}(?:[-+]?$|if\b|recursive\b))`,
  'gs',
);
const filteredPattern = new RegExp(String.raw`(?<![\w.)\]]|\|\s{0,20})${pathPattern}(?=\s{0,20}\|)`, 'gs');
const singlePathPattern = new RegExp(String.raw`(?<=^[-+]?\s{0,20})${pathPattern}(?=\s{0,20}[-+]?$)`, 'gs');

/**
 * Rewrites a template so that it treats tables as oxy does: loops and filters apply to rows (filter `rows`), and an
 * expression that is only a table prints one row per line (filter `row_lines`). Both filters leave other values
 * unchanged.
 */
export function rewriteTableExpressions(template: string): string {
  let match = '';
  let copiedUpTo = 0;
  for (const { kind, text, start } of scanTemplateCode(template)) {
    match +=
      template.slice(copiedUpTo, start) +
      (kind === '{'
        ? addTableFilters(text, singlePathPattern, 'row_lines')
        : addTableFilters(text, loopPattern, 'rows'));
    copiedUpTo = start + text.length;
  }
  return match + template.slice(copiedUpTo);
}

/** Does the same as `rewriteTableExpressions` for an expression whose value is returned. */
export function addRowsFilter(expression: string): string {
  return addTableFilters(expression, singlePathPattern, 'rows');
}

function addTableFilters(text: string, pattern: RegExp, filter: string): string {
  const code = blankStringLiterals(text);
  const places = [...code.matchAll(pattern)].map((match) => ({ found: match, filter }));
  places.push(...[...code.matchAll(filteredPattern)].map((match) => ({ found: match, filter: 'rows' })));
  return places
    .toSorted((left, right) => right.found.index - left.found.index)
    .reduce((all, { found: { 0: match, index }, filter: each }) => {
      const end = index + match.length;
      const name = text.slice(index, end);
      // The condition `is defined` is needed because the filter would turn an undefined value into `none`.
      return `${all.slice(0, index)}(${name}|${each} if ${name} is defined else ${name})${all.slice(end)}`;
    }, text);
}

/** Formats a table with one row per line, as oxy does. */
export function formatRowLines(rows: readonly JsonObject[]): string {
  return rows.map((row) => `${formatValue(row)}\n`).join('');
}

function formatValue(value: Json): string {
  if (value === null) return 'none';
  if (typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(formatValue).join(', ')}]`;
  return `{${Object.entries(value)
    .map(([key, each]) => `${JSON.stringify(key)}: ${formatValue(each)}`)
    .join(', ')}}`;
}
