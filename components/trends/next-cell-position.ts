export type HeatMapCellPosition = { row: number; run: number };

const ROWS_PER_PAGE_STEP = 10;

/** Returns the cell to which a key press moves the focus, following the ARIA grid pattern; undefined for other keys. */
export function nextCellPositionAfterKey(
  key: string,
  { row, run }: HeatMapCellPosition,
  size: { rows: number; runs: number },
): HeatMapCellPosition | undefined {
  const clampCellPosition = (nextRow: number, nextRun: number): HeatMapCellPosition => ({
    row: Math.min(size.rows - 1, Math.max(0, nextRow)),
    run: Math.min(size.runs - 1, Math.max(0, nextRun)),
  });
  switch (key) {
    case 'ArrowUp':
      return clampCellPosition(row - 1, run);
    case 'ArrowDown':
      return clampCellPosition(row + 1, run);
    case 'ArrowLeft':
      return clampCellPosition(row, run - 1);
    case 'ArrowRight':
      return clampCellPosition(row, run + 1);
    case 'PageUp':
      return clampCellPosition(row - ROWS_PER_PAGE_STEP, run);
    case 'PageDown':
      return clampCellPosition(row + ROWS_PER_PAGE_STEP, run);
    case 'Home':
      return clampCellPosition(row, 0);
    case 'End':
      return clampCellPosition(row, size.runs - 1);
    default:
      return undefined;
  }
}
