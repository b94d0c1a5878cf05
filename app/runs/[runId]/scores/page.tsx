import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { database } from '@/lib/db';
import { getRunState } from '@/lib/history';
import { runQuery } from '@/lib/queries';
import { ScoresView } from './scores-view';

export const metadata: Metadata = { title: 'Scores' };

export default async function ScoresPage({ params }: { params: Promise<{ runId: string }> }) {
  const { runId } = await params;
  const state = getRunState(database(), runId);
  if (state === undefined) notFound();
  const queryClient = new QueryClient();
  queryClient.setQueryData(runQuery(runId).queryKey, state);
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <ScoresView runId={runId} />
    </HydrationBoundary>
  );
}
