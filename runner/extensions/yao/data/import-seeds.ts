import { existsSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { readBounded } from '../../../host/bounded-file.ts';
import { AgentError } from '../../../ports/index.ts';
import {
  isJsonObject,
  type Json,
  type JsonObject,
  parseJson,
  parseJsonOrKeepText,
  toErrorMessage,
} from '../../../values/index.ts';

/**
 * Implements `Process("seeds.import", file, model)`, which imports the rows of a table file in `seeds/`. Rejected rows
 * are counted as ignored.
 */
export function importSeeds(file: string, root: string, create: (row: JsonObject) => Json): Json {
  const filePath = path.join(root, 'seeds', file);
  if (!existsSync(filePath)) throw new AgentError(`seeds.import: there is no seeds/${file}`, 'agent');
  const rows = readSeedRows(filePath);
  const errors: string[] = [];
  for (const row of rows) {
    try {
      create(row);
    } catch (error) {
      errors.push(toErrorMessage(error));
    }
  }
  return { total: rows.length, success: rows.length - errors.length, ignore: errors.length, failure: 0, errors };
}

function readSeedRows(file: string): JsonObject[] {
  const text = readBounded(file);
  if (!file.endsWith('.csv')) return [parseJson(text)].flat().filter(isJsonObject);
  const cells: Record<string, string>[] = parse(text, { bom: true, columns: true, skip_empty_lines: true });
  return cells.map((row) => Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, parseSeedCell(cell)])));
}

/** Parses a cell: an empty cell is null, and a cell that contains JSON is parsed. */
function parseSeedCell(cell: string): Json {
  if (cell === '') return null;
  return /^\s*[[{]|^-?\d+(\.\d+)?$|^(true|false)$/.test(cell) ? parseJsonOrKeepText(cell) : cell;
}
