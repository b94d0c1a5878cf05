// The question that this page answers: is the suite getting worse, and is the change real?
'use client';

import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useQueryStates } from 'nuqs';
import { ChartSkeletons } from '@/components/charts/chart-skeletons';
import { CaseOutcomeHeatMap } from '@/components/trends/case-map';
import { CaseTables } from '@/components/trends/case-tables';
import { MarkerList } from '@/components/trends/marker-list';
import { NoTrends } from '@/components/trends/no-trends';
import { TrendControls } from '@/components/trends/trend-controls';
import { TrendSummary } from '@/components/trends/trend-summary';
import { loadExport } from '@/components/ui/lazy-component';
import { TextLink } from '@/components/ui/links';
import { PendingQuery } from '@/components/ui/pending-query';
import { type Trends, trendsQuery } from '@/lib/queries';
import { trendsSearchParams } from './search-params';

const TrendCharts = dynamic(() => loadExport(() => import('@/components/trends/trend-charts'), 'TrendCharts'), {
  ssr: false,
  loading: () => <ChartSkeletons count={4} />,
});

export function TrendsView() {
  const [search, setSearch] = useQueryStates(trendsSearchParams, { history: 'replace' });
  const query = useQuery(trendsQuery(search));
  return (
    <main className="grow overflow-y-auto">
      <div className="mx-auto flex max-w-7xl flex-col gap-4 px-4 py-5">
        <h1 className="font-semibold text-xl tracking-tight">Trends</h1>
        {query.data === undefined && <PendingQuery query={query} shape="trends" />}
        {query.data !== undefined && (
          <>
            {query.data.suites.length > 0 && (
              <TrendControls trends={query.data} search={search} onSearch={(changes) => void setSearch(changes)} />
            )}
            {query.isError && (
              <p role="alert" className="text-late">
                {query.error.message} The data shown may be out of date.
              </p>
            )}
            {query.data.runs.length === 0 ? (
              <NoTrends
                trends={query.data}
                search={search}
                onAll={() => void setSearch({ window: 'all', same: null })}
              />
            ) : (
              <TrendsContents trends={query.data} />
            )}
          </>
        )}
      </div>
    </main>
  );
}

function TrendsContents({ trends }: { trends: Trends }) {
  return (
    <>
      <TrendSummary trends={trends} />
      {trends.renamed.map((key) => (
        <p key={key} className="text-ink-soft text-xs">
          Earlier runs of{' '}
          <TextLink href={`/trends?suite=${encodeURIComponent(key)}`} look="inline">
            {key}
          </TextLink>{' '}
          had the same cases: was the file renamed?
        </p>
      ))}
      <TrendCharts trends={trends} />
      <MarkerList trends={trends} />
      <CaseOutcomeHeatMap key={`${trends.suiteKey} ${trends.agentId}`} trends={trends} />
      {trends.cases.rows.length > 0 && <CaseTables trends={trends} />}
    </>
  );
}
