import { useQueries } from '@tanstack/react-query';
import { type CellExplanation, type MatrixRow, matrixCellExplanationsQuery, type RunMatrix } from '@/lib/queries';

const ROWS_PER_REQUEST = 12;

type VisibleRows = { rows: readonly MatrixRow[]; from: number; to: number };

/**
 * Loads the short texts in the cells of the visible rows, for several rows at a time. Returns a function that returns
 * the texts of a row, or undefined while they load.
 */
export function useMatrixCellExplanations(
  { columns, suites }: RunMatrix,
  { rows, from, to }: VisibleRows,
): (index: number) => readonly (CellExplanation | null)[] | undefined {
  const first = Math.floor(from / ROWS_PER_REQUEST);
  const last = Math.floor(Math.max(from, to) / ROWS_PER_REQUEST);
  const blocks = Array.from({ length: last - first + 1 }, (_, position) =>
    rows.slice((first + position) * ROWS_PER_REQUEST, (first + position + 1) * ROWS_PER_REQUEST),
  );
  const runs = columns.map(({ runId }) => runId);
  const answers = useQueries({
    queries: blocks.map((block) => ({
      ...matrixCellExplanationsQuery({
        runs,
        cases: block.map(([suite, caseId]) => ({ suiteKey: suites[suite] ?? '', caseId })),
      }),
      enabled: block.length > 0,
    })),
  });
  return (index) => {
    const block = Math.floor(index / ROWS_PER_REQUEST) - first;
    return answers[block]?.data?.words[index % ROWS_PER_REQUEST];
  };
}
