import type { MatrixCell, MatrixRow } from '@/lib/queries';
import type { MatrixCaseFilter, MatrixSort } from '@/runner/contract';

export type RowArrangement = { mode: MatrixCaseFilter; sort: MatrixSort; filter: string };

/** Returns the rows of the selected mode that contain all words of the filter, in the selected order. */
export function arrangeRows(rows: readonly MatrixRow[], { mode, sort, filter }: RowArrangement): MatrixRow[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const shownRows = rows.filter((row) => {
    const name = row[1].toLowerCase();
    return matchesMatrixCaseFilter(row, mode) && words.every((word) => name.includes(word));
  });
  switch (sort) {
    case 'suite':
      return shownRows;
    case 'regression':
      return shownRows.toSorted((one, other) => largestPassRateDrop(other) - largestPassRateDrop(one));
    case 'cost':
      return shownRows.toSorted((one, other) => highestMeanCost(other) - highestMeanCost(one));
    default:
      return sort satisfies never;
  }
}

export function matchesMatrixCaseFilter(row: MatrixRow, mode: MatrixCaseFilter): boolean {
  switch (mode) {
    case 'all':
      return true;
    case 'differ':
      return new Set(nonEmptyCells(row).map(cellPassRate)).size > 1;
    case 'worse':
      return largestPassRateDrop(row) > 0;
    case 'flaky':
      return nonEmptyCells(row).some(([passed, judged]) => passed > 0 && passed < judged);
    default:
      return mode satisfies never;
  }
}

export function matrixCells(row: MatrixRow): (MatrixCell | null)[] {
  const [, , ...cells] = row;
  return cells;
}

/**
 * Returns the largest decrease of the pass rate between the first column and another; negative if all others are
 * better.
 */
function largestPassRateDrop(row: MatrixRow): number {
  const [base, ...others] = matrixCells(row);
  const rates = others.flatMap((cell) => (cell === null ? [] : [cellPassRate(cell)]));
  if (base === null || base === undefined || rates.length === 0) return Number.NEGATIVE_INFINITY;
  return cellPassRate(base) - Math.min(...rates);
}

/** Returns the mean cost of an attempt in the column where it is highest. */
function highestMeanCost(row: MatrixRow): number {
  return Math.max(0, ...nonEmptyCells(row).map(([, , , cost]) => cost ?? 0));
}

function nonEmptyCells(row: MatrixRow): MatrixCell[] {
  return matrixCells(row).filter((cell) => cell !== null);
}

function cellPassRate([passed, judged]: MatrixCell): number {
  return judged === 0 ? 0 : passed / judged;
}
