import { stripControls } from '../reporters/console/excerpt.ts';

/** Rows as lines with their columns below each other. */
export function tableLines(rows: readonly (readonly string[])[]): string[] {
  const clean = rows.map((row) => row.map((cell) => stripControls(cell).replaceAll(/\s+/g, ' ')));
  const widths: number[] = [];
  for (const row of clean) {
    // Nothing stands to the right of a row's last cell: it may be as long as it likes.
    for (const [column, cell] of row.slice(0, -1).entries())
      widths[column] = Math.max(widths[column] ?? 0, cell.length);
  }
  return clean.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
