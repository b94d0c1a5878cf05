import type { ComponentProps, ReactNode } from 'react';
import { RunChart } from '@/components/charts/run-chart';
import type { CaseHistory } from '@/lib/queries';
import { formatAgentName, formatLocalTime } from '@/runner/format';
import { formatMetricValue, type HistoryTable } from './history-table';

type CaseHistoryPoint = CaseHistory['points'][number];
type Props = ComponentProps<typeof HistoryTable> & {
  /** The table of the chart's data. */
  table: ReactNode;
};

/**
 * Chart of a figure per run: the case as a solid line, its suite as a dashed one. Runs of other agents have hollow
 * dots.
 */
export function HistoryChart({ points, runId, figure, withSuite, hrefOf, table }: Props) {
  const index = points.findIndex((point) => point.runId === runId);
  const here = points[index];
  const hollow = points.map((point) => here !== undefined && formatAgentName(point) !== formatAgentName(here));
  const newest = points.at(-1);
  const describePoint = (point: CaseHistoryPoint): string => {
    const suite = withSuite ? `, its suite ${formatMetricValue(point.suiteScore, figure)}` : '';
    return `${formatLocalTime(point.startedAt)}, ${formatAgentName(point)}: this case ${formatMetricValue(point.caseScore, figure)}${suite}.`;
  };
  const suite = {
    name: 'its suite',
    color: 'var(--late)',
    dash: '4 3',
    values: points.map((point) => point.suiteScore),
  };
  return (
    <RunChart
      title={`${figure.title} over time`}
      words={newest === undefined ? '' : `The newest run: ${describePoint(newest)}`}
      note={hollow.includes(true) && 'Hollow dot: other agent or model.'}
      table={table}
      runs={points}
      series={[
        { name: 'this case', color: 'var(--accent)', values: points.map((point) => point.caseScore) },
        ...(withSuite ? [suite] : []),
      ]}
      scale={figure.scale}
      format={figure.format}
      hollow={hollow}
      here={here && index}
      describe={describePoint}
      hrefOf={hrefOf}
      columns={[
        { title: 'This case', of: ({ caseScore }) => caseScore },
        { title: 'Suite', of: ({ suiteScore }) => suiteScore },
        { title: 'Cases of the suite', of: ({ suiteCases }) => suiteCases },
      ]}
    />
  );
}
