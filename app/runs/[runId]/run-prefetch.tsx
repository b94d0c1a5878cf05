import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import { notFound } from 'next/navigation';
import type { ReactNode } from 'react';
import { runQuery } from '@/lib/queries';
import { getSharedRunReader } from '@/lib/runs';
import { MAX_CASES_PER_PAGE } from './max-cases-per-page';

/** Renders a view of all cases of a run. Larger runs are fetched by the browser, so that the page is not delayed. */
export function RunPrefetch({ runId, children }: { runId: string; children: ReactNode }) {
  const state = getSharedRunReader().readRunState(runId);
  if (state === undefined) notFound();
  const queryClient = new QueryClient();
  if (state.rows.length <= MAX_CASES_PER_PAGE) {
    queryClient.setQueryData(runQuery(runId).queryKey, { ...state, rows: [...state.rows] });
  }
  return <HydrationBoundary state={dehydrate(queryClient)}>{children}</HydrationBoundary>;
}
