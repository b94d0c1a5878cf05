import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { home } from '../documents.ts';
import { buildMarkdownPage, formatInlineCode, formatMarkdownTable } from './markdown.ts';

/**
 * Builds the page about the fields of JSON reports. It takes them from the reports with which the tests of the
 * reporters compare their results.
 */
export function buildReportFieldsPage(): string {
  const files = globSync('runner/reporters/vectors/*.report.json', { cwd: home }).toSorted();
  const fields = new Map<string, { types: Set<string>; example: string }>();
  for (const file of files) collectFields(JSON.parse(readFileSync(path.join(home, file), 'utf8')), '', fields);
  const parts = Map.groupBy(fields, ([name]) => /^\w+/.exec(name)?.[0] ?? name);
  const sections = [...parts].map(([part, list]) => {
    const rows = list
      .filter(([name]) => name !== part)
      .map(([name, { types, example }]) => [
        formatInlineCode(name.slice(part.length).replace(/^(\[\])?\.?/, '')),
        [...types].join(' or '),
        example,
      ])
      .filter(([name]) => name !== '``');
    return [`## ${part}`, intros[part] ?? '', formatMarkdownTable(['field', 'value', 'for example'], rows)]
      .filter((text) => text !== '')
      .join('\n\n');
  });
  const intro =
    '`-o report.json` and `turntree report latest -o report.json` write one JSON document. Rates are from 0 to 100, durations in milliseconds. A field without a value is left out, except where `null` is listed. `[]` stands for each entry of a list. [Reports and CI](reports-and-ci.md) explains what the numbers mean.';
  return buildMarkdownPage('Fields of a report', intro, sections);
}

const intros: Record<string, string> = {
  summary: 'Counts, rates and the outcome of the run.',
  environment: 'What the run ran on.',
  results:
    'The cases that count, one entry each. With `--runs`, `run_details` has the attempts, each with the fields of a single result.',
  skipped: 'Cases that did not run, or that nothing has judged. They have the same fields.',
  quarantined: 'Cases that run and count in no rate. They have the same fields.',
  metadata: 'When and how it was started.',
};

/** Lists in which every case has different names. */
const OPEN =
  /\.(input|output|arguments|result|metadata|expected|actual|value|ground_truth|options|byTag|byMetadata|state|parts)$/;
const SAME = /^(skipped|quarantined)\[\]\./;

function collectFields(
  value: unknown,
  name: string,
  fields: Map<string, { types: Set<string>; example: string }>,
): void {
  if (SAME.test(name) || /\.run_details\[\]\./.test(name)) return;
  if (name !== '') {
    const field = fields.get(name) ?? { types: new Set(), example: '' };
    field.types.add(getJsonTypeName(value));
    if (field.example === '' && (typeof value !== 'object' || value === null))
      field.example = formatExampleValue(value);
    fields.set(name, field);
  }
  if (Array.isArray(value)) for (const each of value) collectFieldsOfEntry(each, `${name}[]`, fields);
  else if (typeof value === 'object' && value !== null && !OPEN.test(name))
    for (const [key, each] of Object.entries(value)) collectFields(each, name === '' ? key : `${name}.${key}`, fields);
}

function collectFieldsOfEntry(
  value: unknown,
  name: string,
  fields: Map<string, { types: Set<string>; example: string }>,
): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  for (const [key, each] of Object.entries(value)) collectFields(each, `${name}.${key}`, fields);
}

function getJsonTypeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  return typeof value === 'string' ? 'text' : typeof value;
}

function formatExampleValue(value: unknown): string {
  const text = JSON.stringify(value).replaceAll('`', '');
  return value === null ? '' : formatInlineCode(text.length > 60 ? `${text.slice(0, 57)}…` : text);
}
