// The question that this page answers: is this case getting worse, since when, and is the change real?
'use client';

import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useQueryStates } from 'nuqs';
import { caseEditorUrl } from '@/components/cases/case-address';
import { ChartSkeletons } from '@/components/charts/chart-skeletons';
import { AttemptTable } from '@/components/trends/attempt-table';
import { CaseSummary } from '@/components/trends/case-summary';
import { ConnectorField } from '@/components/trends/connector-field';
import { Breadcrumbs } from '@/components/ui/breadcrumbs';
import { loadExport } from '@/components/ui/lazy-component';
import { TextLink } from '@/components/ui/links';
import { Notice } from '@/components/ui/notice';
import { PendingQuery } from '@/components/ui/pending-query';
import { type CaseTrend, caseTrendQuery } from '@/lib/queries';
import { parseSuiteKey } from '@/runner/fold';
import { caseTrendSearchParams } from './search-params';

const CaseCharts = dynamic(() => loadExport(() => import('@/components/trends/case-charts'), 'CaseCharts'), {
  ssr: false,
  loading: () => <ChartSkeletons count={2} />,
});

export function CaseTrendView() {
  const [search, setSearch] = useQueryStates(caseTrendSearchParams, { history: 'replace' });
  const query = useQuery(caseTrendQuery(search));
  return (
    <main className="grow overflow-y-auto">
      <div className="mx-auto flex max-w-7xl flex-col gap-4 px-4 py-5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Breadcrumbs
            parents={[
              { text: 'Trends', href: `/trends?${new URLSearchParams({ suite: search.suite })}` },
              { text: search.suite },
            ]}
            page={search.case}
            className="mr-auto"
          />
          <TextLink href={caseEditorUrl(parseSuiteKey(search.suite).file, search.case)}>Open in Cases</TextLink>
        </div>
        {query.data === undefined && <PendingQuery query={query} shape="trends" />}
        {query.data !== undefined && (
          <ConnectorField
            connectors={query.data.connectors}
            connector={query.data.connector}
            onConnector={(connector) => void setSearch({ connector })}
          />
        )}
        {query.data !== undefined && <CaseTrendContents trend={query.data} suite={search.suite} caseId={search.case} />}
      </div>
    </main>
  );
}

function CaseTrendContents({ trend, suite, caseId }: { trend: CaseTrend; suite: string; caseId: string }) {
  if (trend.runs.length === 0) {
    return (
      <Notice
        title={caseId === '' ? 'No case is named in the address.' : 'No finished run contains this case.'}
        details={['The case or its file may have been renamed, its runs may have been deleted, or it has not run yet.']}
      >
        <TextLink href={`/trends?${new URLSearchParams({ suite })}`}>Trends of the suite</TextLink>
        <TextLink href="/trends">Trends of the suite that ran last</TextLink>
      </Notice>
    );
  }
  const caseAddress = { suiteKey: suite, caseId };
  return (
    <>
      <CaseSummary trend={trend} caseAddress={caseAddress} />
      <CaseCharts trend={trend} caseAddress={caseAddress} />
      <AttemptTable trend={trend} caseAddress={caseAddress} />
    </>
  );
}
