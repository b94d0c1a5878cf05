import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { runQuery } from '@/lib/queries';
import { runReader } from '@/lib/runs';
import { MOST_CASES_OF_PAGE } from '../most-cases-of-page';
import { SpendingView } from './spending-view';

export const metadata: Metadata = { title: 'Cost and time' };

export default async function SpendingPage({ params }: { params: Promise<{ runId: string }> }) {
  const { runId } = await params;
  const state = runReader().read(runId);
  if (state === undefined) notFound();
  const queryClient = new QueryClient();
  // A larger run is asked for by the page once it is there: the page itself is not kept waiting.
  if (state.rows.length <= MOST_CASES_OF_PAGE) {
    queryClient.setQueryData(runQuery(runId).queryKey, { ...state, rows: [...state.rows] });
  }
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <SpendingView runId={runId} />
    </HydrationBoundary>
  );
}
