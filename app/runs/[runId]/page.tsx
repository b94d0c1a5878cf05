import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { reviewsOfCases } from '@/components/reviews/reviews-of-cases';
import { runOnScreen } from '@/components/runs/first-screen';
import { database } from '@/lib/db';
import { getAttemptState, getRunState, listReviews, userName } from '@/lib/history';
import { attemptQuery, reviewsQuery, runQuery } from '@/lib/queries';
import { RunView } from './run-view';
import { loadRunSearchParams } from './search-params';

export const metadata: Metadata = { title: 'Run' };

/** In characters of JSON. What is longer is asked for by the page once it is there: the page itself is not kept waiting. */
const MOST_PREFETCHED = 200_000;

type Props = { params: Promise<{ runId: string }>; searchParams: Promise<Record<string, string>> };

export default async function RunPage({ params, searchParams }: Props) {
  const { runId } = await params;
  const search = await loadRunSearchParams(searchParams);
  const state = getRunState(database(), runId);
  if (state === undefined) notFound();
  const queryClient = new QueryClient();
  const reviews = listReviews(database(), runId);
  queryClient.setQueryData(reviewsQuery(runId).queryKey, { reviews, you: userName() });
  const { selection, first } = runOnScreen(state, { search, reviews: reviewsOfCases(reviews) });
  if (first === undefined) queryClient.setQueryData(runQuery(runId).queryKey, state);
  if (selection !== undefined) {
    const key = { suiteKey: selection.row.suiteKey, caseId: selection.row.id, attempt: selection.attempt };
    const attempt = getAttemptState(database(), runId, { ...key, bodies: 'light' });
    if (sizeOf(attempt) < MOST_PREFETCHED) queryClient.setQueryData(attemptQuery(runId, key).queryKey, attempt);
  }
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <RunView runId={runId} first={first} />
    </HydrationBoundary>
  );
}

function sizeOf(value: unknown): number {
  return JSON.stringify(value).length;
}
