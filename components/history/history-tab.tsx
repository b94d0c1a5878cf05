import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { caseHref } from '@/components/trends/addresses';
import { loadExport } from '@/components/ui/lazy-component';
import { TextLink } from '@/components/ui/links';
import { Notice } from '@/components/ui/notice';
import { PendingQuery } from '@/components/ui/pending-query';
import { Skeleton } from '@/components/ui/skeleton';
import { type CaseHistory, caseHistoryQuery } from '@/lib/queries';
import type { AttemptState, CaseRow } from '@/runner/fold';
import { metricForCaseKind } from './history-metric';
import { HistoryTable } from './history-table';

type CaseHistoryPoint = CaseHistory['points'][number];

const HistoryChart = dynamic(() => loadExport(() => import('./history-chart'), 'HistoryChart'), {
  ssr: false,
  loading: () => <Skeleton className="h-48" />,
});

type Props = { runId: string; announced: CaseRow; attempt: AttemptState };

/** Shows the results of a case and its suite run by run, as a chart and as a table. */
export function HistoryTab({ runId, announced, attempt }: Props) {
  const { suiteKey, id, kind } = announced;
  const query = useQuery(
    caseHistoryQuery({ suiteKey, caseId: id, hasEnded: attempt.result !== undefined, like: runId }),
  );
  if (query.isError || query.data === undefined) return <PendingQuery query={query} className="m-4 h-40" />;
  const { points } = query.data;
  if (points.length === 0) {
    return (
      <Notice title="This case has not been judged yet." details={['Every run that judges this case appears here.']} />
    );
  }
  const metric = metricForCaseKind(kind);
  const withSuite = points.some(({ suiteCases }) => suiteCases > 1);
  const pointHref = (point: CaseHistoryPoint): string =>
    `/runs/${point.runId}?${new URLSearchParams({ suite: suiteKey, case: id, tab: 'history' })}`;
  const chartProps = { points, runId, metric, withSuite, hrefOf: pointHref };
  const table = <HistoryTable {...chartProps} />;
  return (
    <div className="flex flex-col gap-3 px-4 py-3">
      <TextLink href={caseHref({ suiteKey, caseId: id })} look="inline" className="self-start text-xs">
        Trend of this case
      </TextLink>
      {points.length > 1 ? <HistoryChart {...chartProps} table={table} /> : table}
    </div>
  );
}
