import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { database } from '@/lib/db';
import { listRuns, reapOrphans } from '@/lib/history';
import { runsQuery } from '@/lib/queries';
import { RunsView } from './runs-view';
import { loadRunsSearchParams } from './search-params';

export const metadata: Metadata = { title: 'Runs' };

export default async function RunsPage({ searchParams }: { searchParams: Promise<Record<string, string>> }) {
  const { q, limit } = await loadRunsSearchParams(searchParams);
  reapOrphans(database());
  const found = listRuns(database(), { limit: limit + 1, text: q });
  const queryClient = new QueryClient();
  queryClient.setQueryData(runsQuery({ text: q, limit }).queryKey, {
    runs: found.slice(0, limit),
    hasMore: found.length > limit,
  });
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <RunsView />
    </HydrationBoundary>
  );
}
