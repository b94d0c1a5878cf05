import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { reviewsQuery } from '@/lib/queries';
import { sharedRunReader } from '@/lib/runs';
import { reviewsOfRun } from '@/runner/history';
import { database } from '@/runner/history/db';
import { ReviewView } from './review-view';

export const metadata: Metadata = { title: 'Review' };

export default async function ReviewPage({ params }: { params: Promise<{ runId: string }> }) {
  const { runId } = await params;
  const state = sharedRunReader().readRunState(runId);
  if (state === undefined) notFound();
  const queryClient = new QueryClient();
  queryClient.setQueryData(reviewsQuery(runId).queryKey, reviewsOfRun(database(), runId));
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <ReviewView runId={runId} title={state.suites.map(({ key }) => key).join(', ')} />
    </HydrationBoundary>
  );
}
