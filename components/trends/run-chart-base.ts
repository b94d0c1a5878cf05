import type { ChartData, ChartValue } from '@/components/charts/chart-data';
import { agentName, isoTime } from '@/lib/format';
import type { TrendRun, Trends } from '@/lib/queries';
import { isOnlyCommit, labelsOf } from './trend-words';

/** Returns the common props of charts over the same runs. */
export function runChartBase({ runs, markers }: Pick<Trends, 'runs' | 'markers'>) {
  return {
    labels: labelsOf(runs),
    marks: markers.map((marker) => ({ place: marker.index, faint: isOnlyCommit(marker) })),
    pointHref: (at: number): string => `/runs/${runs[at]?.runId ?? ''}`,
  };
}

type Run = Pick<TrendRun, 'runId' | 'startedAt' | 'agentId'> & { connector?: string | null };
type Column<Row> = { title: string; format?: (value: number) => string; of: (run: Row, at: number) => ChartValue };

/** A line a run, newest first: when it was, who was asked, and the columns. */
export function runData<Row extends Run>(
  runs: readonly Row[],
  columns: readonly Column<Row>[],
  hrefOf = ({ runId }: Row): string => `/runs/${runId}`,
): ChartData {
  return {
    columns: [
      { title: 'Run' },
      ...columns.map(({ of: _, ...column }) => column),
      { title: 'Agent' },
      { title: 'Run id' },
    ],
    lines: runs
      .map((run, at) => ({
        key: run.runId,
        href: hrefOf(run),
        cells: [isoTime(run.startedAt), ...columns.map(({ of }) => of(run, at)), agentName(run), run.runId],
      }))
      .toReversed(),
  };
}
