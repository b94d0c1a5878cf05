import { parseTable } from '../../inputs/experiments/parse-table.ts';
import {
  errorText,
  isJsonObject,
  type Json,
  type JsonObject,
  jsonText,
  nearest,
  parseJson,
  setMember,
} from '../../values/index.ts';
import { columnValue, type MappedField } from './column-map.ts';
import { createIds, createProgress, type ImportSource } from './imported.ts';
import { UnreadableImport } from './unreadable-import.ts';

type Row = { line: number; value: JsonObject };
type Rows = { rows: Row[]; columns: string[] };

/** Makes a case of every row of a table (`.csv`) or of every line of JSON, with the columns that are mapped. */
export function importTable({ text, file, suite }: ImportSource, mapped: readonly MappedField[]): void {
  const progress = createProgress(file, suite);
  const { rows, columns } = /\.csv$/i.test(file) ? rowsOfTable(text, file) : rowsOfLines(text, file);
  if (rows.length === 0) throw new UnreadableImport(`${file}: there is no row in it`);
  checkColumns(mapped, { file, rows, columns });
  const freeId = createIds();
  const hasExpected = mapped.some(({ field }) => field === 'expected');
  for (const { line, value } of rows) {
    const row: JsonObject = {};
    for (const { field, column } of mapped) put(row, field, columnValue(value, column));
    const isChecked = row.expected !== undefined;
    if (row.input === undefined && isChecked) progress.lose(line, 'a row', 'it has no input');
    else if (row.input === undefined) progress.leaveOut(line, 'a row', 'it has no input');
    else if (!isChecked && hasExpected) progress.lose(line, 'a row', 'it expects nothing, so any answer would pass');
    else {
      const { id = `row-${line}`, ...rest } = row;
      progress.carry({ line, checks: isChecked ? 1 : 0, written: { id: freeId(jsonText(id)), ...rest } });
    }
  }
}

/** A column that no row has is a mistake in the map. */
function checkColumns(mapped: readonly MappedField[], { file, rows, columns }: Rows & { file: string }): void {
  for (const { column } of mapped) {
    if (rows.some(({ value }) => columnValue(value, column) !== undefined)) continue;
    const near = nearest(column, columns);
    const hint = near === undefined ? `it has ${columns.join(', ')}` : `did you mean "${near}"?`;
    throw new UnreadableImport(`${file}: no row has the column "${column}"; ${hint}`);
  }
}

function put(row: JsonObject, field: string, value: Json | undefined): void {
  if (value === undefined || value === null || value === '') return;
  const [, name] = /^metadata\.(.+)$/s.exec(field) ?? [];
  if (name !== undefined) {
    const known: JsonObject = isJsonObject(row.metadata) ? row.metadata : {};
    setMember(known, name, value);
    row.metadata = known;
  } else if (field === 'tags') row.tags = tagsIn(value);
  else if (field === 'expected' || field === 'input') row[field] = value;
  else row[field] = jsonText(value);
}

function tagsIn(value: Json): Json {
  const tags = Array.isArray(value) ? value.map(jsonText) : jsonText(value).split(/[,;|]/);
  return tags.map((tag) => tag.trim()).filter((tag) => tag !== '');
}

function rowsOfTable(text: string, file: string): Rows {
  const parsed = parseTable(text.replace(/^\uFEFF/, ''));
  if (!parsed.ok) {
    const { line, column, message } = parsed.problem;
    throw new UnreadableImport(`${file}:${line}:${column}: ${message}`);
  }
  const { header, rows } = parsed.table;
  const repeated = header.find((name, at) => header.indexOf(name) !== at);
  if (repeated !== undefined) throw new UnreadableImport(`${file}:1: the column "${repeated}" stands twice`);
  return {
    columns: header,
    rows: rows.map(({ line, cells }) => ({
      line,
      value: Object.fromEntries(header.map((name, at) => [name, cells[at] ?? ''])),
    })),
  };
}

function rowsOfLines(text: string, file: string): Rows {
  const rows = text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .flatMap((line, index): Row[] => {
      if (line.trim() === '') return [];
      const place = `${file}:${index + 1}`;
      let value: Json;
      try {
        value = parseJson(line);
      } catch (error) {
        throw new UnreadableImport(`${place}: this line is not JSON: ${errorText(error)}`);
      }
      if (!isJsonObject(value)) {
        throw new UnreadableImport(`${place}: expected an object on every line`);
      }
      return [{ line: index + 1, value }];
    });
  return { rows, columns: [...new Set(rows.flatMap(({ value }) => Object.keys(value)))] };
}
