import type { ReactNode } from 'react';
import { RunChart } from '@/components/charts/run-chart';
import { agentOf, labelsOf, momentOf } from '@/components/trends/trend-words';
import { isoTime } from '@/lib/format';
import type { CaseHistory } from '@/lib/queries';
import type { Figure } from './figure';

type Point = CaseHistory['points'][number];
type Props = {
  points: readonly Point[];
  runId: string;
  figure: Figure;
  withSuite: boolean;
  hrefOf: (point: Point) => string;
  /** The numbers of the chart. */
  table: ReactNode;
};

/** A figure run by run: the case as a line, its suite dashed. Runs of another agent than this one's are hollow. */
export function HistoryChart({ points, runId, figure, withSuite, hrefOf, table }: Props) {
  const place = points.findIndex((point) => point.runId === runId);
  const here = points[place];
  const hollow = points.map((point) => here !== undefined && agentOf(point) !== agentOf(here));
  const textOf = (value: number | null): string => (value === null ? 'none' : figure.format(value));
  const wordsOf = (point: Point | undefined): string => {
    if (point === undefined) return '';
    const suite = withSuite ? `, its suite ${textOf(point.suiteScore)}` : '';
    return `${momentOf(point.startedAt)}, ${agentOf(point)}: this case ${textOf(point.caseScore)}${suite}.`;
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
      words={`The newest run: ${wordsOf(points.at(-1))}`}
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
      {...(here === undefined ? {} : { here: place })}
      pointWords={(at) => wordsOf(points[at])}
      pointHref={(at) => {
        const point = points[at];
        return point === undefined ? '' : hrefOf(point);
      }}
      data={{
        columns: ['Run', 'This case', 'Suite', 'Cases of the suite', 'Agent', 'Run id'].map((title) => ({ title })),
        lines: points
          .map((point) => ({
            key: point.runId,
            cells: [
              ...[isoTime(point.startedAt), point.caseScore, point.suiteScore, point.suiteCases],
              ...[agentOf(point), point.runId],
            ],
          }))
          .toReversed(),
      }}
    />
  );
}
