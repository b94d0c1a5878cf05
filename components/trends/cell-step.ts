export type CellPlace = { row: number; run: number };

const PAGE = 10;

/** Returns the cell to move to after a key press, following the ARIA grid pattern; undefined for other keys. */
export function stepFrom(
  key: string,
  { row, run }: CellPlace,
  size: { rows: number; runs: number },
): CellPlace | undefined {
  const to = (nextRow: number, nextRun: number): CellPlace => ({
    row: Math.min(size.rows - 1, Math.max(0, nextRow)),
    run: Math.min(size.runs - 1, Math.max(0, nextRun)),
  });
  switch (key) {
    case 'ArrowUp':
      return to(row - 1, run);
    case 'ArrowDown':
      return to(row + 1, run);
    case 'ArrowLeft':
      return to(row, run - 1);
    case 'ArrowRight':
      return to(row, run + 1);
    case 'PageUp':
      return to(row - PAGE, run);
    case 'PageDown':
      return to(row + PAGE, run);
    case 'Home':
      return to(row, 0);
    case 'End':
      return to(row, size.runs - 1);
    default:
      return undefined;
  }
}
