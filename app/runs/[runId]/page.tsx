import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { cookies } from 'next/headers';
import { notFound, redirect } from 'next/navigation';
import { preload } from 'react-dom';
import { PANES_COOKIE } from '@/components/runs/panes/pane-sizes';
import { runCasesPageQuery } from '@/components/runs/run-screen-query';
import {
  attemptQuery,
  buildAttemptUrl,
  caseHealthQuery,
  explanationQuery,
  reviewsQuery,
  runQuery,
} from '@/lib/queries';
import { getSharedRunReader, loadFailuresForFilter } from '@/lib/runs';
import { createFailureAnnotations } from '@/lib/view/failure-annotations';
import { groupReviewsByCase } from '@/lib/view/group-reviews-by-case';
import { buildRunScreen, ITEMS_PER_PAGE } from '@/lib/view/run-screen';
import { resolveSelection, type Selection } from '@/lib/view/selection';
import type { RunState } from '@/runner/fold';
import {
  explainAttempt,
  findRun,
  getAttemptState,
  readNotableCaseHealth,
  readReviewsOfRun,
  readRunQueue,
} from '@/runner/history';
import { database } from '@/runner/history/db';
import { readEnvironment } from '@/runner/host/env';
import { MAX_CASES_PER_PAGE } from './max-cases-per-page';
import { RunView } from './run-view';
import { loadRunSearchParams, serializeRunSearch } from './search-params';

export const metadata: Metadata = { title: 'Run' };

/**
 * The maximum length in characters of an attempt, as JSON, that is embedded in the page. The browser fetches a longer
 * attempt after the page has loaded.
 */
const MAX_PREFETCHED_CHARACTERS = 200_000;
/**
 * The maximum number of turns of an attempt that may be embedded. The data of a longer attempt always exceeds
 * `MAX_PREFETCHED_CHARACTERS`, so its size need not be measured.
 */
const MAX_PREFETCHED_TURNS = 500;

type Props = { params: Promise<{ runId: string }>; searchParams: Promise<Record<string, string>> };

export default async function RunPage({ params, searchParams }: Props) {
  const { runId } = await params;
  const search = await loadRunSearchParams(searchParams);
  const state = getSharedRunReader().readRunState(runId);
  if (state === undefined) redirect(serializeRunSearch(`/runs/${resolveRunId(runId)}`, search));
  const queryClient = new QueryClient();
  const runReviews = readReviewsOfRun(database(), runId);
  queryClient.setQueryData(reviewsQuery(runId).queryKey, runReviews);
  const query = { q: search.q, suite: search.suite, case: search.case, offset: 0 };
  const marks = createFailureAnnotations(loadFailuresForFilter(state, search.q));
  const annotations = { reviews: groupReviewsByCase(runReviews.reviews), marks };
  const screen = buildRunScreen(state, { ...query, limit: ITEMS_PER_PAGE }, annotations);
  const isSmall = state.rows.length <= MAX_CASES_PER_PAGE;
  if (isSmall) queryClient.setQueryData(runQuery(runId).queryKey, { ...state, rows: [...state.rows] });
  else queryClient.setQueryData(runCasesPageQuery(runId, query).queryKey, screen);
  if (isSmall && state.finishedAt !== undefined) {
    queryClient.setQueryData(caseHealthQuery(runId).queryKey, {
      healthByCase: readNotableCaseHealth(database(), state),
    });
  }
  const selection = resolveSelection(screen.state.rows, search, screen.selected);
  if (selection !== undefined) prefetchAttempt(state, selection, queryClient);
  const isShared = readRunQueue(readEnvironment().databaseFile, runId) !== undefined;
  const panes = (await cookies()).get(PANES_COOKIE)?.value;
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <RunView runId={runId} isSmall={isSmall} isShared={isShared} panes={panes} />
    </HydrationBoundary>
  );
}

/**
 * Returns the full id of the run that a URL names as `latest` or by the beginning of its id, as the terminal prints it.
 */
function resolveRunId(runId: string): string {
  const named = findRun(database(), runId);
  if (!named.ok || named.run.runId === runId) notFound();
  return named.run.runId;
}

/** Embeds a short attempt in the page; the browser preloads a long one while the page loads. */
function prefetchAttempt(run: RunState, { row, attempt: number }: Selection, queryClient: QueryClient): void {
  const { runId } = run;
  const key = { suiteKey: row.suiteKey, caseId: row.id, attempt: number };
  const explanation = explainAttempt(database(), run, key) ?? null;
  queryClient.setQueryData(explanationQuery(runId, key).queryKey, { explanation });
  const { turns = 0 } = row.attempts.find(({ attempt }) => attempt === number) ?? {};
  if (turns <= MAX_PREFETCHED_TURNS) {
    const attempt = getAttemptState(database(), runId, { ...key, bodies: 'light' });
    if (jsonLength(attempt) < MAX_PREFETCHED_CHARACTERS) {
      queryClient.setQueryData(attemptQuery(runId, key).queryKey, attempt);
      return;
    }
  }
  preload(buildAttemptUrl(runId, key), { as: 'fetch', crossOrigin: 'anonymous' });
}

function jsonLength(value: unknown): number {
  return JSON.stringify(value).length;
}
