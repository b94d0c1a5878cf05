import { type ExperimentCase, isBuiltInScorer } from '../../contract/index.ts';
import type { InputProblem } from '../problem.ts';
import { lineFileLimit, readText } from '../read-text.ts';
import { type CsvTable, parseTable } from './parse-table.ts';
import { parseExperimentRow } from './read-row.ts';
import { findRowWarnings } from './row-warnings.ts';
import { type Columns, parseHeader } from './table-columns.ts';

/** The enabled rows of a table that have the same scorer type. */
export type ExperimentSuite = { scorer: string; cases: ExperimentCase[]; disabled: number };
export type Experiments = { suites: ExperimentSuite[]; problems: InputProblem[]; warnings: InputProblem[] };

export type ExperimentSource = {
  path: string;
  /** The file's name in messages. */
  name: string;
  /** True if no agent is called: then the expected output itself is scored. */
  direct: boolean;
  /** True while it is not known whether an agent will answer: then expected outputs may be missing. */
  mayBeAnswered?: boolean;
  /** True to include disabled rows. */
  all?: boolean;
  /** The scorer types to run; problems in rows of other types are only warnings. If missing, all types are run. */
  types?: readonly string[] | undefined;
};

/** Returns true if a file is read as a table of experiments. */
export function isTableFile(file: string): boolean {
  return /\.csv$/i.test(file);
}

/**
 * Reads an experiment table with all its problems. Its columns are `scorer_type`, `id`, `description`, `input`,
 * `expected_output`, `expected_score_min`, `expected_score_max` and `tags`. `ground_truth`, `enabled` and bounds for
 * one scorer (`expected_score_min:<scorer>`) are optional; all other columns are metadata. If an earlier row of the
 * same scorer type already has an id, the id gets a number (`id#2`). If there are problems, the returned suites are
 * incomplete.
 */
export async function readExperiments({
  path,
  name,
  direct,
  mayBeAnswered = !direct,
  all = false,
  types,
}: ExperimentSource): Promise<Experiments> {
  const content = await readText(path, lineFileLimit);
  if (!content.ok)
    return createExperimentsWithProblem({ file: name, line: content.line, column: 1, message: content.message });
  const parsed = parseTable(content.text);
  if (!parsed.ok) return createExperimentsWithProblem({ file: name, ...parsed.problem });
  const { table } = parsed;
  const { columns, complaints } = parseHeader(table.header, { mayBeAnswered });
  const listColumnProblems = (severity: 'error' | 'warning'): InputProblem[] =>
    complaints
      .filter((complaint) => complaint.severity === severity)
      .map(({ at = 0, message }) => ({ file: name, ...table.place(table.headerRecord, at), message }));
  const problems = listColumnProblems('error');
  const warnings = listColumnProblems('warning');
  if (problems.length > 0) return { suites: [], problems, warnings };
  if (table.rows.length === 0)
    return createExperimentsWithProblem({ file: name, line: 1, column: 1, message: 'the table has no rows' });
  const rows = parseExperimentRows({ file: name, table, columns, direct, all, types });
  if (direct && !mayBeAnswered && hasOnlySelfComparisons(rows)) {
    const message = 'no agent is tested, and expected_output equals ground_truth in all rows; name an agent with -n';
    warnings.push({ file: name, line: 1, column: 1, message });
  }
  return { ...rows, warnings: [...warnings, ...rows.warnings] };
}

function createExperimentsWithProblem(problem: InputProblem): Experiments {
  return { suites: [], problems: [problem], warnings: [] };
}

/** `lines` maps each id to its line number. */
type SuiteRowsWithLines = ExperimentSuite & { lines: Map<string, number> };
type TableRows = Required<Pick<ExperimentSource, 'direct' | 'all'>> &
  Pick<ExperimentSource, 'types'> & { file: string; table: CsvTable; columns: Columns };

function parseExperimentRows({ file, table, columns, direct, all, types }: TableRows): Experiments {
  const suites = new Map<string, SuiteRowsWithLines>();
  const problems: InputProblem[] = [];
  const warnings: InputProblem[] = [];
  const width = table.header.length;
  const typeAt = columns.at.get('scorer_type') ?? 0;
  for (const { record, line, cells } of table.rows) {
    const hasWidth = hasExpectedWidth(cells, width);
    // An extra comma may have moved the scorer type to another column, so the type is searched for in all cells of the
    // row.
    const typed = hasWidth ? cells.slice(typeAt, typeAt + 1) : cells;
    const isWanted = types === undefined || typed.some((cell) => types.includes(cell));
    const toProblem = (cellIndex: number, message: string): InputProblem => ({
      file,
      ...table.place(record, cellIndex),
      message,
    });
    const addProblem = (cellIndex: number, message: string): void =>
      void (isWanted ? problems : warnings).push(toProblem(cellIndex, message));
    if (!hasWidth) {
      addProblem(Math.min(cells.length, width), describeFieldCountProblem(cells.length, width));
      continue;
    }
    const row = parseExperimentRow({ cells, line, columns, direct, all });
    for (const { at, message } of row.problems) addProblem(at, message);
    if (row.scorer === '') continue;
    const suite: SuiteRowsWithLines = suites.get(row.scorer) ?? {
      scorer: row.scorer,
      cases: [],
      disabled: 0,
      lines: new Map(),
    };
    suites.set(row.scorer, suite);
    if (!row.enabled && !all) suite.disabled += 1;
    if (row.testCase === undefined) continue;
    const id = findUnusedId(row.id, suite.lines);
    const before = suite.lines.get(row.id);
    if (before !== undefined && isWanted) {
      warnings.push(
        toProblem(row.idAt, `the id "${row.id}" is already used in line ${before}; this row is renamed to "${id}"`),
      );
    }
    warnings.push(
      ...findRowWarnings(row.testCase, { scorer: row.scorer, columns }).map((doubt) => toProblem(row.idAt, doubt)),
    );
    suite.lines.set(id, line);
    suite.cases.push({ ...row.testCase, id });
  }
  return { suites: [...suites.values()].map(({ lines: _, ...suite }) => suite), problems, warnings };
}

/**
 * Returns true if the expected output of every row equals the text with which it is compared. The user has then
 * probably forgotten to name the agent.
 */
function hasOnlySelfComparisons({ suites }: Experiments): boolean {
  const rows = suites.flatMap(({ cases }) => cases);
  return (
    rows.length > 0 &&
    suites.every(({ scorer }) => isBuiltInScorer(scorer)) &&
    rows.every(({ expectedOutput, groundTruth }) => groundTruth !== '' && expectedOutput === groundTruth)
  );
}

/** Extra fields after the last column are accepted if they are empty. */
function hasExpectedWidth(cells: readonly string[], width: number): boolean {
  return cells.length >= width && cells.slice(width).every((cell) => cell === '');
}

function findUnusedId(baseId: string, usedIds: ReadonlyMap<string, number>): string {
  let id = baseId;
  for (let number = 2; usedIds.has(id); number += 1) id = `${baseId}#${number}`;
  return id;
}

function describeFieldCountProblem(cells: number, columns: number): string {
  const fields = `the row has ${cells} ${cells === 1 ? 'field' : 'fields'} and the header ${columns}`;
  return cells < columns
    ? `${fields}; some are missing`
    : `${fields}; a text with a comma in it needs quotes around it`;
}
