import type { ComponentProps, ReactNode } from 'react';
import { RunChart } from '@/components/charts/run-chart';
import type { CaseHistory } from '@/lib/queries';
import { formatAgentName, formatLocalTime } from '@/runner/format';
import { formatMetricValue, type HistoryTable } from './history-table';

type CaseHistoryPoint = CaseHistory['points'][number];
type Props = ComponentProps<typeof HistoryTable> & {
  /** Shown instead of the default table of the chart's data. */
  table: ReactNode;
};

/**
 * A chart of one figure per run: a solid line for the case, a dashed line for its suite. Runs of other agents have
 * hollow dots.
 */
export function HistoryChart({ points, runId, metric, withSuite, hrefOf, table }: Props) {
  const index = points.findIndex((point) => point.runId === runId);
  const ownPoint = points[index];
  const otherAgentPoints = points.map(
    (point) => ownPoint !== undefined && formatAgentName(point) !== formatAgentName(ownPoint),
  );
  const newestPoint = points.at(-1);
  const describePoint = (point: CaseHistoryPoint): string => {
    const suite = withSuite ? `, its suite ${formatMetricValue(point.suiteScore, metric)}` : '';
    return `${formatLocalTime(point.startedAt)}, ${formatAgentName(point)}: this case ${formatMetricValue(point.caseScore, metric)}${suite}.`;
  };
  const suite = {
    name: 'its suite',
    color: 'var(--late)',
    dash: '4 3',
    values: points.map((point) => point.suiteScore),
  };
  return (
    <RunChart
      title={`${metric.title} over time`}
      words={newestPoint === undefined ? '' : `The newest run: ${describePoint(newestPoint)}`}
      note={otherAgentPoints.includes(true) && 'Hollow dot: other agent or model.'}
      table={table}
      runs={points}
      series={[
        { name: 'this case', color: 'var(--accent)', values: points.map((point) => point.caseScore) },
        ...(withSuite ? [suite] : []),
      ]}
      scale={metric.scale}
      format={metric.format}
      hollowPoints={otherAgentPoints}
      selectedIndex={ownPoint && index}
      describe={describePoint}
      hrefOf={hrefOf}
      columns={[
        { title: 'This case', getValue: ({ caseScore }) => caseScore },
        { title: 'Suite', getValue: ({ suiteScore }) => suiteScore },
        { title: 'Cases of the suite', getValue: ({ suiteCases }) => suiteCases },
      ]}
    />
  );
}
