export type Cell = string | number;

/** Marks the last cell of a row that misses a goal. */
export const MISSED_MARK = 'MISSED';

export function isMissed(row: readonly Cell[]): boolean {
  return row.at(-1) === MISSED_MARK;
}

export function formatShare(value: number): string {
  return `${(value * 100).toFixed(1)}%`;
}

/** Prints a table; columns are as wide as their longest cell. */
export function printTable(title: string, heads: readonly string[], rows: readonly (readonly Cell[])[]): void {
  const texts = [heads, ...rows].map((row) => row.map(String));
  const widths = heads.map((_, column) => Math.max(...texts.map((row) => row[column]?.length ?? 0)));
  const lines = texts.map((row) =>
    row
      .map((text, column) => text.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  console.log(`\n${title}\n${lines.join('\n')}`);
}
