import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { overviewQuery } from '@/lib/queries';
import { getUpToDateHistory, readOverview } from '@/lib/runs';
import { interruptOrphanedRuns } from '@/runner/history';
import { TodayView } from './today-view';

export const metadata: Metadata = { title: 'Today' };

export default async function TodayPage() {
  interruptOrphanedRuns(getUpToDateHistory());
  const queryClient = new QueryClient();
  queryClient.setQueryData(overviewQuery().queryKey, await readOverview());
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <TodayView />
    </HydrationBoundary>
  );
}
