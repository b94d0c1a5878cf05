import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { overviewQuery } from '@/lib/queries';
import { historyWithCorrectedRuns, readOverview } from '@/lib/runs';
import { reapOrphans } from '@/runner/history';
import { TodayView } from './today-view';

export const metadata: Metadata = { title: 'Today' };

export default async function TodayPage() {
  reapOrphans(historyWithCorrectedRuns());
  const queryClient = new QueryClient();
  queryClient.setQueryData(overviewQuery().queryKey, await readOverview());
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <TodayView />
    </HydrationBoundary>
  );
}
