import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { reviewsQuery } from '@/lib/queries';
import { getSharedRunReader } from '@/lib/runs';
import { readReviewsOfRun } from '@/runner/history';
import { database } from '@/runner/history/db';
import { ReviewView } from './review-view';

export const metadata: Metadata = { title: 'Review' };

export default async function ReviewPage({ params }: { params: Promise<{ runId: string }> }) {
  const { runId } = await params;
  const state = getSharedRunReader().readRunState(runId);
  if (state === undefined) notFound();
  const queryClient = new QueryClient();
  queryClient.setQueryData(reviewsQuery(runId).queryKey, readReviewsOfRun(database(), runId));
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <ReviewView runId={runId} title={state.suites.map(({ key }) => key).join(', ')} />
    </HydrationBoundary>
  );
}
