import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { runsQuery } from '@/lib/queries';
import { getUpToDateHistory } from '@/lib/runs';
import { interruptOrphanedRuns, readRunsPage } from '@/runner/history';
import { RunsView } from './runs-view';
import { loadRunsSearchParams } from './search-params';

export const metadata: Metadata = { title: 'Runs' };

export default async function RunsPage({ searchParams }: { searchParams: Promise<Record<string, string>> }) {
  const { q, limit } = await loadRunsSearchParams(searchParams);
  interruptOrphanedRuns(getUpToDateHistory());
  const queryClient = new QueryClient();
  queryClient.setQueryData(
    runsQuery({ text: q, limit }).queryKey,
    readRunsPage(getUpToDateHistory(), { limit, text: q }),
  );
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <RunsView />
    </HydrationBoundary>
  );
}
