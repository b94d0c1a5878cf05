import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { runsQuery } from '@/lib/queries';
import { historyWithCorrectedRuns } from '@/lib/runs';
import { readRunsPage, reapOrphans } from '@/runner/history';
import { RunsView } from './runs-view';
import { loadRunsSearchParams } from './search-params';

export const metadata: Metadata = { title: 'Runs' };

export default async function RunsPage({ searchParams }: { searchParams: Promise<Record<string, string>> }) {
  const { q, limit } = await loadRunsSearchParams(searchParams);
  reapOrphans(historyWithCorrectedRuns());
  const queryClient = new QueryClient();
  queryClient.setQueryData(
    runsQuery({ text: q, limit }).queryKey,
    readRunsPage(historyWithCorrectedRuns(), { limit, text: q }),
  );
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <RunsView />
    </HydrationBoundary>
  );
}
