import { csv } from '@/runner/format';

/** A cell of a chart's table; null if there is no number. */
export type ChartValue = string | number | null;

/** The numbers of a chart: shown as a table with its formats, saved as they are. */
export type ChartData = {
  columns: readonly { title: string; format?: (value: number) => string }[];
  /** The first cell names the line, and leads to what is behind it. */
  lines: readonly { key: string; href?: string; cells: readonly ChartValue[] }[];
};

/** The data as CSV, as RFC 4180 has it: every number in full. */
export function toCsv({ columns, lines }: ChartData): string {
  return csv([columns.map(({ title }) => title), ...lines.map(({ cells }) => cells)]);
}

export function cellText(value: ChartValue, format: ((value: number) => string) | undefined): string {
  if (value === null) return '–';
  return typeof value === 'number' && format !== undefined ? format(value) : String(value);
}
