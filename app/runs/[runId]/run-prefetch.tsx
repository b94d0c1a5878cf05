import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import { notFound } from 'next/navigation';
import type { ReactNode } from 'react';
import { runQuery } from '@/lib/queries';
import { getSharedRunReader } from '@/lib/runs';
import { MAX_CASES_PER_PAGE } from './max-cases-per-page';

/**
 * Renders a view that needs all cases of a run. The cases of a small run are embedded in the page; those of a larger
 * run are fetched by the browser, so that the page is not delayed.
 */
export function RunPrefetch({ runId, children }: { runId: string; children: ReactNode }) {
  const state = getSharedRunReader().readRunState(runId);
  if (state === undefined) notFound();
  const queryClient = new QueryClient();
  if (state.rows.length <= MAX_CASES_PER_PAGE) {
    queryClient.setQueryData(runQuery(runId).queryKey, { ...state, rows: [...state.rows] });
  }
  return <HydrationBoundary state={dehydrate(queryClient)}>{children}</HydrationBoundary>;
}
