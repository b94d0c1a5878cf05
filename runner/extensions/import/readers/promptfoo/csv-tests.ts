import { parseTable } from '../../../../inputs/experiments/parse-table.ts';
import { type JsonObject, setProperty } from '../../../../values/index.ts';
import { parseExpectedCell } from './expected-cell.ts';

/** The tests of a table with their lines, or the position at which the table is malformed. */
export type CsvTests =
  | { ok: true; tests: { line: number; test: JsonObject }[] }
  | { ok: false; line: number; why: string };

/**
 * The columns with reserved names of promptfoo: expected results, a prefix or suffix of the prompt, and a description.
 * All other columns are variables.
 */
export function parseCsvTests(text: string): CsvTests {
  const parsed = parseTable(text.replace(/^\uFEFF/, ''));
  if (!parsed.ok) return { ok: false, line: parsed.problem.line, why: parsed.problem.message };
  const { header, rows } = parsed.table;
  const names = header.map((name) => name.trim());
  const repeatedName = names.find((name, at) => names.indexOf(name) !== at);
  if (repeatedName !== undefined) return { ok: false, line: 1, why: `the column "${repeatedName}" appears twice` };
  return { ok: true, tests: rows.map(({ line, cells }) => ({ line, test: rowToTest(names, cells) })) };
}

const testKeyByColumn: Readonly<Record<string, string>> = {
  __description: 'description',
  __threshold: 'threshold',
  __provider: 'provider',
  __providerOutput: 'providerOutput',
};
const optionKeyByColumn: Readonly<Record<string, string>> = { __prefix: 'prefix', __suffix: 'suffix' };

function rowToTest(names: readonly string[], cells: readonly string[]): JsonObject {
  const vars: JsonObject = {};
  const options: JsonObject = {};
  const metadata: JsonObject = {};
  const test: JsonObject = { vars, options, metadata };
  const checks = new Map<string, JsonObject>();
  for (const [at, name] of names.entries()) {
    const cell = cells[at] ?? '';
    const [testKey, optionKey] = [testKeyByColumn[name], optionKeyByColumn[name]];
    if (/^__expected\d*$/.test(name)) {
      if (cell.trim() !== '') checks.set(name, parseExpectedCell(cell.trim()));
    } else if (testKey !== undefined) {
      if (cell !== '') test[testKey] = cell;
    } else if (optionKey !== undefined) options[optionKey] = cell;
    else if (name.startsWith('__metadata:')) setProperty(metadata, name.slice('__metadata:'.length), cell);
    else if (!/^__(?:config:|metric$)/.test(name)) setProperty(vars, name, cell);
  }
  for (const [at, name] of names.entries()) setTestField(checks, name, cells[at] ?? '');
  return { ...test, assert: [...checks.values()] };
}

/** A column such as `__config:__expected2:threshold` configures the check of another column. */
function setTestField(checks: ReadonlyMap<string, JsonObject>, name: string, cell: string): void {
  const [start, of = '', key = ''] = name.split(':');
  if (start !== '__config' || cell === '') return;
  const check = checks.get(of === '__expected1' && !checks.has(of) ? '__expected' : of);
  if (check !== undefined) setProperty(check, key, Number.isNaN(Number(cell)) ? cell : Number(cell));
}
