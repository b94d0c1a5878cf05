import type { ExperimentCase, ScoreRange } from '../../contract/index.ts';
import { findNearestWord } from '../../values/index.ts';
import { computeCaseHash } from '../case-hash.ts';
import type { Columns, KnownColumn } from './table-columns.ts';

export type ExperimentRow = {
  scorer: string;
  id: string;
  enabled: boolean;
  /** The index of the field with the id. */
  idAt: number;
  /** The case; missing if the row is invalid, or if it is disabled and therefore not checked. */
  testCase?: ExperimentCase;
  problems: { at: number; message: string }[];
};

type RowSource = { cells: readonly string[]; line: number; columns: Columns; direct: boolean; all: boolean };

/** Reads one row as a case. Disabled rows are not checked further, unless `all` is set. */
export function parseExperimentRow({ cells, line, columns, direct, all }: RowSource): ExperimentRow {
  const findColumnIndex = (column: KnownColumn): number => columns.at.get(column) ?? -1;
  const getCell = (column: KnownColumn): string => cells[findColumnIndex(column)] ?? '';
  const problems: ExperimentRow['problems'] = [];
  const addProblem = (column: number, message: string): void => void problems.push({ at: column, message });
  const enabled = parseEnabled(getCell('enabled'));
  if (enabled === undefined) {
    addProblem(findColumnIndex('enabled'), `enabled is ${JSON.stringify(getCell('enabled'))}; write TRUE or FALSE`);
  }
  const row: ExperimentRow = {
    scorer: getCell('scorer_type'),
    id: getCell('id'),
    idAt: findColumnIndex('id'),
    enabled: enabled ?? true,
    problems,
  };
  if (enabled === false && !all) return row;
  if (row.scorer === '') addProblem(findColumnIndex('scorer_type'), 'scorer_type is empty; name the scorer');
  if (row.id === '') addProblem(findColumnIndex('id'), 'id is empty; every row needs one');
  for (const position of columns.unnamed) {
    const text = cells[position] ?? '';
    if (text !== '') addProblem(position, `${JSON.stringify(text)} is in a column without a name`);
  }
  for (const column of ['input', 'expected_output', 'ground_truth'] as const) {
    const misspeltPlaceholder = findMisspeltPlaceholder(getCell(column), columns);
    if (misspeltPlaceholder !== undefined) addProblem(findColumnIndex(column), misspeltPlaceholder);
  }
  const { range, ranges } = parseScoreRanges({ cells, columns, reportProblem: addProblem });
  if (problems.length > 0 || range === undefined) return row;
  const fillPlaceholdersFromRow = (text: string): string =>
    fillPlaceholders(text, (name) => cells[columns.names.get(name) ?? -1] ?? '');
  const tags = getCell('tags')
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
  const metadata = Object.fromEntries(columns.metadata.map(({ name, at: position }) => [name, cells[position] ?? '']));
  const testCase: ExperimentCase = {
    kind: 'experiment',
    id: row.id,
    hash: hashTableRow(cells, columns),
    line,
    input: fillPlaceholdersFromRow(getCell('input')),
    expectedOutput: fillPlaceholdersFromRow(getCell('expected_output')),
    range,
    scorers: [row.scorer],
    direct,
  };
  if (getCell('description') !== '') testCase.name = getCell('description');
  if (getCell('ground_truth') !== '') testCase.groundTruth = fillPlaceholdersFromRow(getCell('ground_truth'));
  if (tags.length > 0) testCase.tags = tags;
  if (columns.metadata.length > 0) testCase.metadata = metadata;
  if (ranges !== undefined) testCase.ranges = ranges;
  return { ...row, testCase };
}

/** Parses the column `enabled`. A row is enabled if the column does not exist or is empty. */
function parseEnabled(text: string): boolean | undefined {
  if (/^(true|1|yes|)$/i.test(text)) return true;
  return /^(false|0|no)$/i.test(text) ? false : undefined;
}

/** Replaces `{{column}}` with the row's value in that column. Placeholders for empty columns stay as they are. */
function fillPlaceholders(text: string, cellOf: (name: string) => string): string {
  if (!text.includes('{{')) return text;
  return text.replaceAll(/\{\{([^{}]+)\}\}/g, (placeholder, name: string) => cellOf(name.trim()) || placeholder);
}

/** Other words in braces may be meant literally, but a word that resembles a column name is probably a typo. */
function findMisspeltPlaceholder(text: string, { names }: Columns): string | undefined {
  for (const [placeholder, name = ''] of text.matchAll(/\{\{([^{}]+)\}\}/g)) {
    const nearestName = names.has(name.trim()) ? undefined : findNearestWord(name.trim(), names.keys());
    if (nearestName !== undefined) return `no column matches ${placeholder}; did you mean {{${nearestName}}}?`;
  }
  return undefined;
}

/** Returns the hash of a row. It does not depend on `enabled`, which does not change the test. */
function hashTableRow(cells: readonly string[], { names }: Columns): string {
  const fields = [...names]
    .filter(([name]) => name !== 'enabled')
    .map(([name, columnIndex]) => [name, cells[columnIndex] ?? '']);
  return computeCaseHash(Object.fromEntries(fields));
}

type RangeSource = Pick<RowSource, 'cells' | 'columns'> & {
  reportProblem: (columnIndex: number, message: string) => void;
};
type WrittenRangeBound = { text: string; at: number; name: string };

function parseScoreRanges({ cells, columns, reportProblem }: RangeSource): {
  range?: ScoreRange | undefined;
  ranges?: Record<string, ScoreRange> | undefined;
} {
  const getBoundAt = (name: string, columnIndex: number): WrittenRangeBound => ({
    name,
    at: columnIndex,
    text: cells[columnIndex] ?? '',
  });
  const common = {
    min: getBoundAt('expected_score_min', columns.at.get('expected_score_min') ?? -1),
    max: getBoundAt('expected_score_max', columns.at.get('expected_score_max') ?? -1),
  };
  const range = parseRange(common, reportProblem);
  const rangesByScorer = new Map<string, { min: WrittenRangeBound; max: WrittenRangeBound }>();
  for (const { scorer, bound, at } of columns.bounds) {
    const cell = getBoundAt(`expected_score_${bound}:${scorer}`, at);
    if (cell.text !== '') rangesByScorer.set(scorer, { ...(rangesByScorer.get(scorer) ?? common), [bound]: cell });
  }
  if (rangesByScorer.size === 0) return { range };
  const ranges = [...rangesByScorer].flatMap(([scorer, bounds]): [string, ScoreRange][] => {
    const ownRange = parseRange(bounds, (columnIndex, message) => {
      if (bounds.min.at === columnIndex || bounds.max.at === columnIndex) reportProblem(columnIndex, message);
    });
    return ownRange === undefined ? [] : [[scorer, ownRange]];
  });
  return { range, ranges: Object.fromEntries(ranges) };
}

/** The scores that mean fully correct: 1, or 100 for scorers that use percent. */
const maxScores: ReadonlySet<number> = new Set([1, 100]);

function parseRange(
  { min, max }: { min: WrittenRangeBound; max: WrittenRangeBound },
  complain: RangeSource['reportProblem'],
): ScoreRange | undefined {
  const minScore = parseBound(min, complain);
  const maxScore = parseBound(max, complain);
  if (minScore === undefined || maxScore === undefined) return undefined;
  if (minScore <= 0 && maxScores.has(maxScore)) {
    complain(
      min.at,
      `${min.name} ${min.text} to ${max.name} ${max.text}: every score is in this range, so it checks nothing`,
    );
    return undefined;
  }
  if (minScore <= maxScore) return { min: minScore, max: maxScore };
  complain(min.at, `${min.name} ${min.text} is above ${max.name} ${max.text}: no score can pass`);
  return undefined;
}

function parseBound(
  { text, at, name }: WrittenRangeBound,
  reportProblem: RangeSource['reportProblem'],
): number | undefined {
  const number = Number(text);
  if (/^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text) && Number.isFinite(number)) return number;
  const actual = text === '' ? 'empty' : JSON.stringify(text);
  reportProblem(at, `${name} is ${actual}; write a number such as 0.85`);
  return undefined;
}
