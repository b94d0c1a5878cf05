import { computeEditDistance } from '../../values/index.ts';
import { findCanonicalKey } from '../canonical-key.ts';

const requiredColumns = [
  'scorer_type',
  'id',
  'input',
  'expected_output',
  'expected_score_min',
  'expected_score_max',
] as const;
const optionalColumns = ['description', 'tags', 'ground_truth', 'enabled'] as const;
export type KnownColumn = (typeof requiredColumns)[number] | (typeof optionalColumns)[number];
const knownColumns: readonly KnownColumn[] = [...requiredColumns, ...optionalColumns];

/** Matches a column for the bound of one scorer, such as `expected_score_min:toxicity`. */
const scorerRangeColumnPattern = /^expected_score_(min|max):\s*(\S.*)$/;

export type Columns = {
  /** The positions of the columns with known names, by name. */
  at: ReadonlyMap<KnownColumn, number>;
  /** The columns with bounds for single scorers. */
  bounds: readonly { scorer: string; bound: 'min' | 'max'; at: number }[];
  /** The columns with any other name, which are metadata. */
  metadata: readonly { name: string; at: number }[];
  /** The positions of all columns by name, for placeholders. */
  names: ReadonlyMap<string, number>;
  /** The columns without a name; spreadsheet programs often add empty columns at the end. */
  unnamed: readonly number[];
};

/** A problem of a column, or of the whole header if `at` is missing. */
type ColumnProblem = { severity: 'error' | 'warning'; at?: number; message: string };

/**
 * Reads the columns from the header. A name with other capitals is accepted with a warning. `expected_output` is
 * required only if no agent answers, because then the expected output itself is scored.
 */
export function parseHeader(
  header: readonly string[],
  { mayBeAnswered }: { mayBeAnswered: boolean },
): { columns: Columns; complaints: ColumnProblem[] } {
  const complaints: ColumnProblem[] = [];
  const at = new Map<KnownColumn, number>();
  const names = new Map<string, number>();
  const bounds: { scorer: string; bound: 'min' | 'max'; at: number }[] = [];
  const metadata: { name: string; at: number }[] = [];
  for (const [position, title] of header.entries()) {
    if (title === '') continue;
    const canonical = findCanonicalKey(title, knownColumns)?.name ?? title;
    const column = knownColumns.find((name) => name === canonical);
    if (names.has(canonical)) {
      complaints.push({ severity: 'error', at: position, message: `two columns are called "${canonical}"` });
      continue;
    }
    names.set(canonical, position);
    if (canonical !== title) {
      complaints.push({ severity: 'warning', at: position, message: `"${title}" is read as "${canonical}"` });
    }
    const [, bound, scorer] = scorerRangeColumnPattern.exec(title) ?? [];
    if (column !== undefined) at.set(column, position);
    else if (scorer !== undefined) bounds.push({ scorer, bound: bound === 'min' ? 'min' : 'max', at: position });
    else metadata.push({ name: title, at: position });
  }
  complaints.push(...metadata.flatMap((column) => warnOfMisspeltColumn(column, at)));
  const missing = requiredColumns.filter((name) => !at.has(name) && (!mayBeAnswered || name !== 'expected_output'));
  if (missing.length > 0) complaints.push({ severity: 'error', message: describeMissingColumns(missing, header) });
  const unnamed = header.flatMap((name, position) => (name === '' ? [position] : []));
  return { columns: { at, bounds, metadata, names, unnamed }, complaints };
}

const MAX_TYPO_EDITS = 2;

function warnOfMisspeltColumn(
  { name, at }: { name: string; at: number },
  present: ReadonlyMap<KnownColumn, number>,
): ColumnProblem[] {
  const near = optionalColumns.find(
    (column) => !present.has(column) && computeEditDistance([...name.toLowerCase()], [...column]) <= MAX_TYPO_EDITS,
  );
  if (near === undefined || near.length <= 2 * MAX_TYPO_EDITS) return [];
  const message = `"${name}" is not a column of the table and becomes metadata; did you mean "${near}"?`;
  return [{ severity: 'warning', at, message }];
}

function describeMissingColumns(missing: readonly string[], header: readonly string[]): string {
  const columns = missing.length === 1 ? 'column' : 'columns';
  const other = [';', '\t'].find((delimiter) => header.join(',').split(delimiter).length > missing.length);
  const hint =
    other === undefined
      ? `it has ${header.filter((name) => name !== '').join(', ')}`
      : 'columns are separated by commas here; save the table with commas';
  return `the header lacks the ${columns} ${missing.join(', ')}; ${hint}`;
}
