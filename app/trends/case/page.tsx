import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { caseTrendQuery } from '@/lib/queries';
import { getUpToDateHistory } from '@/lib/runs';
import { readCaseTrend } from '@/runner/history';
import { CaseTrendView } from './case-trend-view';
import { loadCaseTrendSearchParams } from './search-params';

export const metadata: Metadata = { title: 'Trend of a case' };

export default async function CaseTrendPage({ searchParams }: { searchParams: Promise<Record<string, string>> }) {
  const search = await loadCaseTrendSearchParams(searchParams);
  const queryClient = new QueryClient();
  const trend = readCaseTrend(getUpToDateHistory(), {
    suiteKey: search.suite,
    caseId: search.case,
    connector: search.connector,
  });
  queryClient.setQueryData(caseTrendQuery(search).queryKey, trend);
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <CaseTrendView />
    </HydrationBoundary>
  );
}
