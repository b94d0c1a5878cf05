import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import { notFound } from 'next/navigation';
import type { ReactNode } from 'react';
import { runQuery } from '@/lib/queries';
import { runReader } from '@/lib/runs';
import { MOST_CASES_OF_PAGE } from './most-cases-of-page';

/** A view of a run with all its cases. A larger run is asked for by the view: the page itself is not kept waiting. */
export function WholeRun({ runId, children }: { runId: string; children: ReactNode }) {
  const state = runReader().read(runId);
  if (state === undefined) notFound();
  const queryClient = new QueryClient();
  if (state.rows.length <= MOST_CASES_OF_PAGE) {
    queryClient.setQueryData(runQuery(runId).queryKey, { ...state, rows: [...state.rows] });
  }
  return <HydrationBoundary state={dehydrate(queryClient)}>{children}</HydrationBoundary>;
}
