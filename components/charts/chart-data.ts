import { toCsv } from '@/runner/format';

/** A cell of a chart's data table; null if there is no value. */
export type ChartValue = string | number | null;

/** The data of a chart as a table. `format` is used for display, but not when the table is saved as CSV. */
export type ChartData = {
  columns: readonly { title: string; format?: (value: number) => string }[];
  /** The rows of the table. The first cell is the row's label, which links to `href`. */
  lines: readonly { key: string; href?: string; cells: readonly ChartValue[] }[];
};

/** The data as CSV (RFC 4180), with unrounded numbers. */
export function chartDataToCsv({ columns, lines }: ChartData): string {
  return toCsv([columns.map(({ title }) => title), ...lines.map(({ cells }) => cells)]);
}

export function formatChartValue(value: ChartValue, format: ((value: number) => string) | undefined): string {
  if (value === null) return '–';
  return typeof value === 'number' && format !== undefined ? format(value) : String(value);
}
