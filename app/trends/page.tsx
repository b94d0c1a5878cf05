import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { trendsQuery } from '@/lib/queries';
import { getUpToDateHistory } from '@/lib/runs';
import { readTrends } from '@/runner/history';
import { loadTrendsSearchParams } from './search-params';
import { TrendsView } from './trends-view';

export const metadata: Metadata = { title: 'Trends' };

export default async function TrendsPage({ searchParams }: { searchParams: Promise<Record<string, string>> }) {
  const search = await loadTrendsSearchParams(searchParams);
  const { suite, agent, ...otherSearch } = search;
  const queryClient = new QueryClient();
  const trendData = readTrends(getUpToDateHistory(), {
    ...otherSearch,
    suiteKey: suite,
    agentId: agent,
    now: Date.now(),
  });
  queryClient.setQueryData(trendsQuery(search).queryKey, trendData);
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <TrendsView />
    </HydrationBoundary>
  );
}
