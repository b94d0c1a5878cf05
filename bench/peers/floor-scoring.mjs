// A minimal runner for tables of scores, as a lower bound. It reads a CSV table, calls a scorer for each row, compares
// the score with its range, and writes a history, a result file and a summary by tag and metadata. Usage:
// `node floor-scoring.mjs <rows.csv> <scorer.ts> <history.sqlite> <results.json> [--isolated]`.
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openHistory } from './floor-history.mjs';
import { openModule } from './floor-module.mjs';

const knownColumns = new Set([
  'scorer_type',
  'id',
  'description',
  'input',
  'expected_output',
  'expected_score_min',
  'expected_score_max',
  'tags',
  'enabled',
  'ground_truth',
]);
const options = { isolated: { type: 'boolean', default: false } };
const { values, positionals } = parseArgs({ options, allowPositionals: true });
const [table, scorerFile, historyFile, resultFile] = positionals;
const scorer = await openModule(scorerFile, values.isolated);
const results = openSync(resultFile, 'w');
const history = openHistory(historyFile, () => {
  writeSync(results, text);
  text = '';
});
const totals = { total: 0, passed: 0, failed: 0 };
const byTag = {};
const byMetadata = {};
let text = '{"results":[';

const [header, ...rows] = parseCsv(readFileSync(table, 'utf8'));
const metadataColumns = header.filter((column) => !knownColumns.has(column));
for (const fields of rows) {
  const row = Object.fromEntries(header.map((column, index) => [column, fields[index] ?? '']));
  if (!/^(false|0|no)$/i.test(row.enabled ?? '')) await scoreRow(row);
}
text += `],"summary":${JSON.stringify({ ...totals, byTag, byMetadata })}}\n`;
history.close();
closeSync(results);
scorer.close();
console.log(JSON.stringify({ ...totals, byTag, byMetadata }));
process.exitCode = totals.failed === 0 ? 0 : 1;

async function scoreRow(row) {
  const startedAt = Date.now();
  const begin = performance.now();
  const tags = row.tags === '' ? [] : row.tags.split(',').map((tag) => tag.trim());
  const metadata = Object.fromEntries(metadataColumns.map((column) => [column, row[column]]));
  const input = fillPlaceholders(row.input, row);
  const output = fillPlaceholders(row.expected_output, row);
  const groundTruth = fillPlaceholders(row.ground_truth ?? '', row) || output;
  history.append('case.started', row.id, {});
  const scored = await scorer.call({
    input,
    output,
    groundTruth,
    expectedOutput: output,
    caseId: row.id,
    tags,
    metadata,
  });
  const { score, reason } = typeof scored === 'number' ? { score: scored } : scored;
  const [min, max] = [Number(row.expected_score_min), Number(row.expected_score_max)];
  const passed = score >= min && score <= max;
  const status = passed ? 'passed' : 'failed';
  const durationMs = performance.now() - begin;
  const result = { id: row.id, input, output, score, min, max, passed, reason, tags, metadata };
  history.append('score.finished', row.id, { scorer: row.scorer_type, score, reason, passed });
  history.append('case.finished', row.id, result);
  text += `${totals.total === 0 ? '' : ','}${JSON.stringify(result)}`;
  totals.total += 1;
  totals[status] += 1;
  for (const tag of tags) countOutcome(byTag, tag, passed);
  for (const [column, value] of Object.entries(metadata)) {
    byMetadata[column] ??= {};
    countOutcome(byMetadata[column], value, passed);
  }
  history.finish({ id: row.id, status, score, startedAt, durationMs });
}

function countOutcome(counts, key, passed) {
  counts[key] ??= { passed: 0, total: 0 };
  counts[key].total += 1;
  if (passed) counts[key].passed += 1;
}

function fillPlaceholders(template, row) {
  return template.includes('{{')
    ? template.replaceAll(/\{\{(\w+)\}\}/g, (whole, column) => row[column] || whole)
    : template;
}

/** Parses CSV (RFC 4180). */
function parseCsv(source) {
  const parsed = [];
  let fields = [];
  for (const [, quoted, plain, end] of source.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n\r]*))(,|\r?\n|$)/g)) {
    fields.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    if (fields.length > 1 || fields[0] !== '') parsed.push(fields);
    fields = [];
  }
  return parsed;
}
