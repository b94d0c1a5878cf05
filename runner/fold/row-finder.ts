import type { AttemptId } from './keys.ts';
import type { CaseRow } from './run-state.ts';

/**
 * How many rows before and after the last found row are searched first. Cases run in order, several at a time, so the
 * next event usually belongs to a row nearby.
 */
const MAX_NEARBY_ROWS = 16;

export type RowFinder = {
  /** Returns the position of the row that an event belongs to. */
  find(event: AttemptId): number | undefined;
  /** Discards the index. Must be called when rows are added. */
  reset(): void;
};

/**
 * Finds rows by suite and case. Rows near the row of the previous event are searched first. An index is created only if
 * the row is not among them, because the index takes half as much memory as the rows.
 */
export function createRowFinder(rows: () => readonly CaseRow[]): RowFinder {
  let last = 0;
  let index: RowIndex | undefined;

  function findRowNearLast(event: AttemptId): number | undefined {
    const all = rows();
    for (let step = 0; step <= MAX_NEARBY_ROWS; step += 1) {
      if (isRowOfCase(all[last + step], event)) return last + step;
      if (isRowOfCase(all[last - step], event)) return last - step;
    }
    return undefined;
  }

  return {
    find(event) {
      const rowNearLast = findRowNearLast(event);
      if (rowNearLast === undefined) index ??= indexRows(rows());
      const position = rowNearLast ?? index?.get(event.suiteKey)?.get(event.caseId);
      if (position !== undefined) last = position;
      return position;
    },
    reset() {
      index = undefined;
    },
  };
}

/**
 * The positions of rows by suite and then by case. The map has two levels, because a combined key for each row would
 * take more memory than the row.
 */
type RowIndex = Map<string, Map<string, number>>;

function isRowOfCase(row: CaseRow | undefined, { suiteKey, caseId }: AttemptId): boolean {
  return row !== undefined && row.id === caseId && row.suiteKey === suiteKey;
}

function indexRows(rows: readonly CaseRow[]): RowIndex {
  const positions: RowIndex = new Map();
  for (const [position, row] of rows.entries()) {
    const suite = positions.get(row.suiteKey) ?? new Map<string, number>();
    positions.set(row.suiteKey, suite.set(row.id, position));
  }
  return positions;
}
