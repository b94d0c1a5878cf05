import { parseTable } from '../../../inputs/experiments/parse-table.ts';
import {
  findNearestWord,
  isJsonObject,
  type Json,
  type JsonObject,
  parseJson,
  setProperty,
  toErrorMessage,
  toJsonText,
  tryParseJson,
  withoutUndefined,
} from '../../../values/index.ts';
import { type AssertionColumnName, type AssertionWithNote, toColumnAssertion } from './assertion-for-column.ts';
import { assertionFields, findColumnValue, type MappedField } from './column-map.ts';
import { createImportProgress, createUniqueIds, type ImportSource } from './import-source.ts';
import { parseDocument } from './read-document.ts';
import { UnreadableImport } from './unreadable-import.ts';

type TableRow = { line: number; value: JsonObject };
type TableRows = { rows: TableRow[]; columns: string[] };

/** Converts a table (`.csv`, `.tsv`, JSON Lines or a JSON list) to cases: one for each row, from the mapped columns. */
export function importTable(
  { text, file, suite, roleAgents }: ImportSource,
  mappedFields: readonly MappedField[],
): void {
  const progress = createImportProgress(file, suite);
  const { rows, columns } = parseRows(text.replace(/^\uFEFF/, ''), file);
  if (rows.length === 0) throw new UnreadableImport(`${file}: it has no rows`);
  assertColumnsExist(mappedFields, { file, rows, columns });
  const freeId = createUniqueIds();
  const hasChecks = mappedFields.some(({ field }) => isAssertionColumnName(field));
  for (const { line, value } of rows) {
    const { row, checks, unjudged: uncheckedFields } = mapRowToCaseFields(value, mappedFields, roleAgents);
    for (const field of uncheckedFields) progress.reportSkippedPart(line, `"${field}"`, NO_JUDGE_MESSAGE);
    if (row.input === undefined) progress.reportSkippedPart(line, 'a row', 'the row has no input');
    else if (checks.length === 0 && hasChecks) {
      progress.reportSkippedPart(line, 'a row', 'the row expects nothing, so any answer would pass');
    } else {
      const { id = `row-${line}`, ...rest } = row;
      for (const { note } of checks) if (note !== undefined) progress.addNote(`"expected" ${note}`);
      const assert = checks.length > 0 ? checks.map(({ assertion }) => assertion) : undefined;
      const authored = { id: freeId(toJsonText(id)), ...rest, ...withoutUndefined({ assert }) };
      progress.addImported({ line, checks: checks.length, written: authored });
    }
  }
}

/** Converts the mapped columns of a row. `unjudged` lists the columns that cannot be checked without a judge. */
function mapRowToCaseFields(
  value: JsonObject,
  mappedFields: readonly MappedField[],
  roleAgents: ImportSource['roleAgents'],
) {
  const row: JsonObject = {};
  const checks: AssertionWithNote[] = [];
  const unjudged: string[] = [];
  for (const { field, column } of mappedFields) {
    const cell = parseCellValue(findColumnValue(value, column));
    if (cell === undefined) continue;
    if (!isAssertionColumnName(field)) {
      setCaseField(row, field, cell);
      continue;
    }
    const check = toColumnAssertion(field, cell, roleAgents);
    if (check === undefined) unjudged.push(field);
    else checks.push(check);
  }
  return { row, checks, unjudged };
}

const NO_JUDGE_MESSAGE = 'the workspace has no agent that judges; name one with --map judge=<agent>';

function isAssertionColumnName(field: string): field is AssertionColumnName {
  return assertionFields.some((name) => name === field);
}

/** Parses cells that contain a JSON list or object. */
function parseCellValue(value: Json | undefined): Json | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const looksLikeJson = typeof value === 'string' && /^\s*[[{]/.test(value);
  return looksLikeJson ? (tryParseJson(value) ?? value) : value;
}

/** Reports a mapped column that no row contains, because the mapping is probably wrong. */
function assertColumnsExist(
  mapped: readonly MappedField[],
  { file, rows, columns }: TableRows & { file: string },
): void {
  for (const { column } of mapped) {
    if (rows.some(({ value }) => findColumnValue(value, column) !== undefined)) continue;
    const nearestColumn = findNearestWord(column, columns);
    const hint = nearestColumn === undefined ? `it has ${columns.join(', ')}` : `did you mean "${nearestColumn}"?`;
    throw new UnreadableImport(`${file}: no row has the column "${column}"; ${hint}`);
  }
}

function setCaseField(row: JsonObject, field: string, value: Json): void {
  const [, name] = /^metadata\.(.+)$/s.exec(field) ?? [];
  if (name !== undefined) {
    const metadata: JsonObject = isJsonObject(row.metadata) ? row.metadata : {};
    setProperty(metadata, name, value);
    row.metadata = metadata;
  } else if (field === 'tags') row.tags = splitTags(value);
  else if (field === 'input') row.input = isMessages(value) ? value : toJsonText(value);
  else row[field] = toJsonText(value);
}

/** Returns true for a list of chat messages. Any other JSON becomes the text of the user message. */
function isMessages(value: Json): boolean {
  const messages = Array.isArray(value) ? value : [value];
  return messages.length > 0 && messages.every((message) => isJsonObject(message) && message.role !== undefined);
}

function splitTags(value: Json): Json {
  const tags = Array.isArray(value) ? value.map(toJsonText) : toJsonText(value).split(/[,;|]/);
  return tags.map((tag) => tag.trim()).filter((tag) => tag !== '');
}

function parseRows(text: string, file: string): TableRows {
  if (/\.[ct]sv$/i.test(file)) return parseDelimitedRows(text, file);
  return /^\s*\[/.test(text) ? parseJsonListRows(text, file) : parseJsonLinesRows(text, file);
}

/** Detects the delimiter. In many countries, spreadsheets use semicolons instead of commas. */
function detectDelimiter(text: string, file: string): string {
  if (/\.tsv$/i.test(file)) return '\t';
  const [header = ''] = text.split(/[\r\n]/, 1);
  return ['\t', ';'].find((mark) => header.includes(mark) && !header.includes(',')) ?? ',';
}

function parseDelimitedRows(text: string, file: string): TableRows {
  const parsed = parseTable(text, detectDelimiter(text, file));
  if (!parsed.ok) {
    const { line, column, message } = parsed.problem;
    throw new UnreadableImport(`${file}:${line}:${column}: ${message}`);
  }
  const { header, rows } = parsed.table;
  const repeated = header.find((name, at) => header.indexOf(name) !== at);
  if (repeated !== undefined) throw new UnreadableImport(`${file}:1: the column "${repeated}" appears twice`);
  return {
    columns: header,
    rows: rows.map(({ line, cells }) => ({
      line,
      value: Object.fromEntries(header.map((name, at) => [name, cells[at] ?? ''])),
    })),
  };
}

function parseJsonListRows(text: string, file: string): TableRows {
  const document = parseDocument({ text, file });
  if (!document.ok) throw new UnreadableImport(document.problems);
  const items = Array.isArray(document.value) ? document.value : [];
  const rows = items.map((value, at): TableRow => {
    const line = document.lineOf([at]);
    if (!isJsonObject(value)) throw new UnreadableImport(`${file}:${line}: expected a list of objects`);
    return { line, value };
  });
  return { rows, columns: listColumns(rows) };
}

function listColumns(rows: readonly TableRow[]): string[] {
  return [...new Set(rows.flatMap(({ value }) => Object.keys(value)))];
}

function parseJsonLinesRows(text: string, file: string): TableRows {
  const rows = text.split('\n').flatMap((line, index): TableRow[] => {
    if (line.trim() === '') return [];
    const location = `${file}:${index + 1}`;
    let value: Json;
    try {
      value = parseJson(line);
    } catch (error) {
      throw new UnreadableImport(`${location}: this line is not JSON: ${toErrorMessage(error)}`);
    }
    if (!isJsonObject(value)) {
      throw new UnreadableImport(`${location}: expected an object on every line`);
    }
    return [{ line: index + 1, value }];
  });
  return { rows, columns: listColumns(rows) };
}
