import type { ComponentProps, ReactNode } from 'react';
import { RunChart } from '@/components/charts/run-chart';
import { runData } from '@/components/trends/run-chart-base';
import { labelsOf } from '@/components/trends/trend-words';
import { agentName, localTime } from '@/lib/format';
import type { CaseHistory } from '@/lib/queries';
import { type HistoryTable, scoreText } from './history-table';

type Point = CaseHistory['points'][number];
type Props = ComponentProps<typeof HistoryTable> & {
  /** The numbers of the chart. */
  table: ReactNode;
};

/** A figure run by run: the case as a line, its suite dashed. Runs of another agent than this one's are hollow. */
export function HistoryChart({ points, runId, figure, withSuite, hrefOf, table }: Props) {
  const place = points.findIndex((point) => point.runId === runId);
  const here = points[place];
  const hollow = points.map((point) => here !== undefined && agentName(point) !== agentName(here));
  const describePoint = (point: Point | undefined): string => {
    if (point === undefined) return '';
    const suite = withSuite ? `, its suite ${scoreText(point.suiteScore, figure)}` : '';
    return `${localTime(point.startedAt)}, ${agentName(point)}: this case ${scoreText(point.caseScore, figure)}${suite}.`;
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
      words={`The newest run: ${describePoint(points.at(-1))}`}
      note={hollow.includes(true) && 'Hollow dot: other agent or model.'}
      table={table}
      labels={labelsOf(points)}
      series={[
        { name: 'this case', color: 'var(--accent)', values: points.map((point) => point.caseScore) },
        ...(withSuite ? [suite] : []),
      ]}
      scale={figure.scale}
      format={figure.format}
      hollow={hollow}
      here={here && place}
      pointWords={(at) => describePoint(points[at])}
      pointHref={(at) => {
        const point = points[at];
        return point === undefined ? '' : hrefOf(point);
      }}
      data={runData(points, [
        { title: 'This case', of: ({ caseScore }) => caseScore },
        { title: 'Suite', of: ({ suiteScore }) => suiteScore },
        { title: 'Cases of the suite', of: ({ suiteCases }) => suiteCases },
      ])}
    />
  );
}
