import { getRowStatus } from '@/lib/view/row-status';
import type { ScoreCell, ScoreRange } from '@/runner/contract';
import { type AttemptStatus, type CaseRow, computeDistanceFromRange } from '@/runner/fold';

/** Summarizes the scores that one scorer gave to the attempts of one case. */
export type CaseScoreSummary = {
  /** The mean of the scores; null if no attempt has a score. */
  score: number | null;
  passed: boolean;
  range: ScoreRange | undefined;
  /** How far the mean is below (negative) or above the expected range; 0 if it is inside. */
  distance: number | null;
  attempts: number;
  passedAttempts: number;
};

export type ScoreTableRow = {
  row: CaseRow;
  status: AttemptStatus;
  /** One summary for each scorer, in the order of the scorers; undefined if the scorer gave no score to the case. */
  figures: (CaseScoreSummary | undefined)[];
  /** The largest distance of a score of the case from its expected range. */
  farthest: number | null;
};

/** Returns the scorers of a run, in the order in which the cases mention them. */
export function listScorers(rows: readonly CaseRow[]): string[] {
  const names = new Set<string>();
  for (const { scorers = [], attempts } of rows) {
    for (const name of scorers) names.add(name);
    for (const { cells = [] } of attempts) for (const { metric } of cells) names.add(metric);
  }
  return [...names];
}

export function buildScoreTableRow(row: CaseRow, scorers: readonly string[]): ScoreTableRow {
  const summaries = scorers.map((scorer) => summarizeScoreCells(listScorerCells(row, scorer)));
  return { row, status: getRowStatus(row), figures: summaries, farthest: findLargestDistance(summaries) };
}

/**
 * Sorts the rows. `sort` is `case`, `status`, `distance` or the index of a scorer; a leading `-` sorts in descending
 * order.
 */
export function sortScoreRows(rows: readonly ScoreTableRow[], sort: string): ScoreTableRow[] {
  const downwards = sort.startsWith('-');
  const keyOfRow = createSortValueGetter(downwards ? sort.slice(1) : sort);
  if (keyOfRow === undefined) return [...rows];
  const valued = rows.map((row) => ({ row, value: keyOfRow(row) }));
  valued.sort((left, right) => {
    if (left.value === null || right.value === null) return Number(left.value === null) - Number(right.value === null);
    const order = compareValues(left.value, right.value);
    return downwards ? -order : order;
  });
  return valued.map(({ row }) => row);
}

type SortValue = string | number | null;

function createSortValueGetter(column: string): ((row: ScoreTableRow) => SortValue) | undefined {
  if (column === 'case') return ({ row }) => row.id;
  if (column === 'status') return ({ status }) => status;
  if (column === 'distance') return ({ farthest }) => (farthest === null ? null : Math.abs(farthest));
  if (!/^\d+$/.test(column)) return undefined;
  return ({ figures }) => figures[Number(column)]?.score ?? null;
}

const collator = new Intl.Collator('en', { numeric: true });

function compareValues(left: string | number, right: string | number): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return collator.compare(String(left), String(right));
}

function listScorerCells({ attempts }: CaseRow, scorer: string): ScoreCell[] {
  return attempts.flatMap(({ cells = [] }) =>
    cells.filter(({ metric, notScorable }) => metric === scorer && notScorable !== true),
  );
}

function summarizeScoreCells(cells: readonly ScoreCell[]): CaseScoreSummary | undefined {
  if (cells.length === 0) return undefined;
  const scores = cells.flatMap(({ score }) => score ?? []);
  const score = scores.length === 0 ? null : scores.reduce((sum, value) => sum + value, 0) / scores.length;
  const range = cells[0]?.range;
  const passedAttempts = cells.filter(({ passed }) => passed).length;
  return {
    score,
    passed: passedAttempts === cells.length,
    range,
    distance: range === undefined ? null : computeDistanceFromRange(score, range),
    attempts: cells.length,
    passedAttempts,
  };
}

function findLargestDistance(summaries: readonly (CaseScoreSummary | undefined)[]): number | null {
  let farthest: number | null = null;
  for (const summary of summaries) {
    const distance = summary?.distance ?? null;
    if (distance !== null && (farthest === null || Math.abs(distance) > Math.abs(farthest))) farthest = distance;
  }
  return farthest;
}
