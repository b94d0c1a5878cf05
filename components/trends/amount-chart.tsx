import { RunChart, type RunSeries } from '@/components/charts/run-chart';
import type { TrendRun, Trends } from '@/lib/queries';
import { formatLocalTime } from '@/runner/format';
import { describeNewValues, toChartMarks } from './describe-trends';
import { buildSeriesLines } from './series-lines';

type NamedAmount = { name: string; getValue: (run: TrendRun) => number | null };

type Props = {
  trends: Trends;
  title: string;
  amounts: readonly NamedAmount[];
  format: (value: number) => string;
  scale?: 'amount' | 'score';
  note?: string;
};

const lineStyles = [{ color: 'var(--accent)' }, { color: 'var(--late)', dash: '5 3' }] as const;

/**
 * A chart of one or two amounts per run, such as durations, turns, tokens or costs. Renders nothing if no value is
 * known.
 */
export function AmountChart({ trends: { runs, markers }, title, amounts, format, scale = 'amount', note }: Props) {
  if (!runs.some((run) => amounts.some(({ getValue }) => getValue(run) !== null))) return null;
  const describeRun = (run: TrendRun): string =>
    amounts
      .map(({ name, getValue }) => {
        const value = getValue(run);
        return `${name} ${value === null ? 'unknown' : format(value)}`;
      })
      .join(', ');
  const newestRun = runs.at(-1);
  return (
    <RunChart
      runs={runs}
      marks={toChartMarks(markers)}
      title={title}
      words={newestRun === undefined ? '' : `The newest run: ${describeRun(newestRun)}.`}
      note={note}
      scale={scale}
      format={format}
      series={buildAmountLines(runs, amounts)}
      describe={(run, index) =>
        `${formatLocalTime(run.startedAt)}: ${describeRun(run)}.${describeNewValues(markers, index)}`
      }
      columns={amounts.map(({ name, getValue }) => ({ title: name, format, getValue }))}
    />
  );
}

/**
 * Builds the lines of the chart. If the runs have several agents or connectors, each gets one line, for the first
 * amount only: with two lines each, the chart would be unreadable.
 */
function buildAmountLines(runs: readonly TrendRun[], amounts: readonly NamedAmount[]): RunSeries[] {
  const [first] = amounts;
  const lines = first === undefined ? [] : buildSeriesLines(runs, first);
  if (lines.length > 1) return lines.map((line) => ({ ...line, name: `${line.name} (${first?.name})` }));
  return amounts.map(({ name, getValue }, position) => ({
    name,
    ...(lineStyles[position] ?? lineStyles[0]),
    values: runs.map(getValue),
  }));
}
