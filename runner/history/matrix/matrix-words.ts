import type { CaseResult, CaseStatus } from '../../contract/index.ts';
import { type CaseRow, caseKey, hasEnded, isFailing, type RunState } from '../../fold/index.ts';
import { compareConversations, diagnose, getTurnAnswer, type LoadLastPassingAttempt } from '../../verdict/index.ts';
import type { Database } from '../db/index.ts';
import { createReaderWithoutToolResults } from '../log/event-row.ts';
import { readAttemptResult } from '../read/attempt-result.ts';
import { findDifferingLine } from './differing-line.ts';

/**
 * The text of a matrix cell: the reason why the attempt failed, otherwise the first line of its answer that differs
 * from the first column. Neither is set if the answers are equal.
 */
export type CellExplanation = {
  attempt: number;
  status: CaseStatus;
  /** The cause of the failure in one sentence, in the same words as in all other outputs; names are in backquotes. */
  cause?: string;
  line?: string;
  /** The turn in which the cause or the line occurs. */
  turn?: number | undefined;
};

type CellExplanationRequest = {
  /** The runs of the columns, in order, each with a function that reads the last passing attempt of a case. */
  runs: readonly { run: RunState; lastPassing: LoadLastPassingAttempt }[];
  cases: readonly { suiteKey: string; caseId: string }[];
};

/** The texts of each case's cells, by column; null if the run did not finish the case. */
export function explainMatrixCells(
  database: Database,
  { runs, cases }: CellExplanationRequest,
): (CellExplanation | null)[][] {
  const keys = new Set(cases.map(({ suiteKey, caseId }) => caseKey(suiteKey, caseId)));
  const columns = runs.map(({ run, lastPassing }) => {
    const rows = run.rows.filter((row) => keys.has(caseKey(row.suiteKey, row.id)));
    const byKey = new Map(rows.map((row) => [caseKey(row.suiteKey, row.id), row]));
    return { run, byKey, lastPassing };
  });
  return cases.map(({ suiteKey, caseId }) =>
    describeCells(
      columns.map(({ run, byKey, lastPassing }) => {
        const row = byKey.get(caseKey(suiteKey, caseId));
        return row && readCell(database, run.runId, { row, lastPassing });
      }),
    ),
  );
}

type MatrixCase = { row: CaseRow; lastPassing: LoadLastPassingAttempt };
type CellWithResult = MatrixCase & { result: CaseResult };

/** Reads the attempt that a cell of the matrix opens: the first that failed, otherwise the first that ended. */
function readCell(database: Database, runId: string, { row, lastPassing }: MatrixCase): CellWithResult | undefined {
  const finishedAttempts = row.attempts.flatMap(({ attempt, status }) =>
    hasEnded(status) && status !== 'skipped' ? [{ attempt, status }] : [],
  );
  const shownAttempt = finishedAttempts.find(({ status }) => isFailing(status)) ?? finishedAttempts[0];
  if (shownAttempt === undefined) return undefined;
  const key = { suiteKey: row.suiteKey, caseId: row.id, attempt: shownAttempt.attempt };
  const result = readAttemptResult(database, runId, key, createReaderWithoutToolResults(database));
  return result && { row, lastPassing, result };
}

function describeCells(cells: readonly (CellWithResult | undefined)[]): (CellExplanation | null)[] {
  const [base, ...others] = cells;
  return cells.map((cell) => {
    if (cell === undefined) return null;
    const { row, result, lastPassing } = cell;
    const { attempt, status } = result;
    const cause = diagnose(result, row, lastPassing(row))?.cause;
    if (cause !== undefined) return { attempt, status, cause: cause.sentence, turn: cause.turn };
    const comparedCells = cell === base ? others : [base];
    const differences = comparedCells.map((other) => other && findFirstAnswerDifference(other.result, result));
    return { attempt, status, ...differences.find((difference) => difference !== undefined) };
  });
}

type AnswerDifference = Pick<CellExplanation, 'line' | 'turn'>;

/** Finds where the answers of an attempt first differ from those of another attempt; undefined if they are the same. */
function findFirstAnswerDifference(other: CaseResult, result: CaseResult): AnswerDifference | undefined {
  if ((result.turns ?? other.turns) === undefined) return toDifference(formatOutput(result), formatOutput(other));
  const { turns } = compareConversations(toConversation(other), toConversation(result));
  const changed = turns.find(({ outputChanged, after }) => outputChanged && after !== undefined);
  if (changed?.after === undefined) return undefined;
  const { before, after } = changed;
  return toDifference(getTurnAnswer(after), before === undefined ? '' : getTurnAnswer(before), after.turn);
}

function toDifference(text: string, other: string, turn?: number): AnswerDifference | undefined {
  const line = findDifferingLine(text, other);
  return line === '' ? undefined : { line, turn };
}

function toConversation({ turns = [], checkpoints = [] }: CaseResult) {
  return { turns, checkpoints };
}

function formatOutput({ output = null }: CaseResult): string {
  return typeof output === 'string' ? output : JSON.stringify(output);
}
