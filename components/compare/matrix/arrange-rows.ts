import type { MatrixCell, MatrixRow } from '@/lib/queries';
import type { MatrixMode, MatrixSort } from '@/runner/contract';

export type RowArrangement = { mode: MatrixMode; sort: MatrixSort; filter: string };

/** The rows of a mode that have all words of the filter, in the requested order. */
export function arrangeRows(rows: readonly MatrixRow[], { mode, sort, filter }: RowArrangement): MatrixRow[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const chosen = rows.filter((row) => {
    const name = row[1].toLowerCase();
    return isOfMode(row, mode) && words.every((word) => name.includes(word));
  });
  switch (sort) {
    case 'suite':
      return chosen;
    case 'regression':
      return chosen.toSorted((one, other) => lossOf(other) - lossOf(one));
    case 'cost':
      return chosen.toSorted((one, other) => costOf(other) - costOf(one));
    default:
      return sort satisfies never;
  }
}

export function isOfMode(row: MatrixRow, mode: MatrixMode): boolean {
  switch (mode) {
    case 'all':
      return true;
    case 'differ':
      return new Set(judgedCells(row).map(rateOf)).size > 1;
    case 'worse':
      return lossOf(row) > 0;
    case 'flaky':
      return judgedCells(row).some(([passed, judged]) => passed > 0 && passed < judged);
    default:
      return mode satisfies never;
  }
}

export function cellsOf(row: MatrixRow): (MatrixCell | null)[] {
  const [, , ...cells] = row;
  return cells;
}

/** The largest drop of the pass rate from the first column to another; negative if all others are better. */
function lossOf(row: MatrixRow): number {
  const [base, ...others] = cellsOf(row);
  const rates = others.flatMap((cell) => (cell === null ? [] : [rateOf(cell)]));
  if (base === null || base === undefined || rates.length === 0) return Number.NEGATIVE_INFINITY;
  return rateOf(base) - Math.min(...rates);
}

/** The mean cost of an attempt in the most expensive column. */
function costOf(row: MatrixRow): number {
  return Math.max(0, ...judgedCells(row).map(([, , , cost]) => cost ?? 0));
}

function judgedCells(row: MatrixRow): MatrixCell[] {
  return cellsOf(row).filter((cell) => cell !== null);
}

function rateOf([passed, judged]: MatrixCell): number {
  return judged === 0 ? 0 : passed / judged;
}
