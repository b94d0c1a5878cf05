import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { notFound, redirect } from 'next/navigation';
import { compareQuery } from '@/lib/queries';
import { getUpToDateHistory } from '@/lib/runs';
import {
  compareStoredRuns,
  findBaseline,
  findBaselineRun,
  findDefaultRunToCompare,
  findNewestComparison,
  getRun,
  listRuns,
  toRunSeries,
} from '@/runner/history';
import { CompareView } from './compare-view';
import { loadCompareSearchParams, serializeCompareSearch } from './search-params';

export const metadata: Metadata = { title: 'Compare' };

const MAX_OFFERED_RUNS = 100;

export default async function ComparePage({ searchParams }: { searchParams: Promise<Record<string, string>> }) {
  const { base, head, all } = await loadCompareSearchParams(searchParams);
  const runs = listRuns(getUpToDateHistory(), { limit: MAX_OFFERED_RUNS });
  if (head === '' && base === '') {
    const newestComparison = findNewestComparison(getUpToDateHistory());
    if (newestComparison === undefined) return <CompareView runs={runs} baseline={undefined} />;
    redirect(serializeCompareSearch('/compare', newestComparison));
  }
  const newer = head === '' ? findLatestCompleteRun() : getRun(getUpToDateHistory(), head);
  if (newer === undefined || (base !== '' && getRun(getUpToDateHistory(), base) === undefined)) notFound();
  const chosenRun = base === '' ? findDefaultRunToCompare(getUpToDateHistory(), newer) : base;
  if (chosenRun !== undefined && (base === '' || head === '')) {
    redirect(serializeCompareSearch('/compare', { base: chosenRun, head: newer.runId }));
  }
  const queryClient = new QueryClient();
  if (chosenRun !== undefined) {
    const ids = { base: chosenRun, head: newer.runId, all };
    queryClient.setQueryData(compareQuery(ids).queryKey, compareStoredRuns(getUpToDateHistory(), ids));
  }
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <CompareView runs={runs} baseline={findBaseline(getUpToDateHistory(), toRunSeries(newer))} />
    </HydrationBoundary>
  );
}

/**
 * Finds the newest complete run. Skips runs that were stopped or had only some of the cases: they are compared only if
 * the user selects them.
 */
function findLatestCompleteRun() {
  const measure = findBaselineRun(getUpToDateHistory(), 'latest');
  return measure.ok ? measure.run : undefined;
}
