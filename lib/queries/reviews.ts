import { queryOptions } from '@tanstack/react-query';
import { getFromRoute, postToRoute } from './fetch-json.ts';
import type { DecisionRequest, FaultHintReviewRequest, NewQueue, ReviewRequest } from './route-types.ts';
import type { RouteAnswers } from './routes.ts';

const REFETCH_INTERVAL_MS = 10_000;

export function reviewsQuery(runId: string) {
  return queryOptions({
    queryKey: ['run', runId, 'reviews'],
    queryFn: ({ signal }) => getFromRoute('GET /api/runs/[runId]/reviews', { runId }, signal),
    refetchInterval: REFETCH_INTERVAL_MS,
  });
}

/** The ids of the cases to review; null for all cases. */
type ReviewSampleParams = { reviewer: string; part: number; cases: readonly string[] | null };

/** Queries the attempts to review. Fetched once, so that the sample stays the same while others review. */
export function reviewSampleQuery(runId: string, { reviewer, part, cases }: ReviewSampleParams) {
  return queryOptions({
    queryKey: ['run', runId, 'review sample', reviewer, part, cases],
    queryFn: ({ signal }) =>
      getFromRoute(
        'GET /api/runs/[runId]/reviews/sample',
        { runId, reviewer, part, ...(cases !== null && { cases: JSON.stringify(cases) }) },
        signal,
      ),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
}

export function sendFaultHintReview(
  runId: string,
  hintWord: FaultHintReviewRequest,
): Promise<RouteAnswers['POST /api/runs/[runId]/hints']> {
  return postToRoute('POST /api/runs/[runId]/hints', { runId }, hintWord);
}

export function sendReview(
  runId: string,
  review: ReviewRequest,
): Promise<RouteAnswers['POST /api/runs/[runId]/reviews']> {
  return postToRoute('POST /api/runs/[runId]/reviews', { runId }, review);
}

/** Queries the named review queues of the workspace. */
export function queuesQuery() {
  return queryOptions({
    queryKey: ['review queues'],
    queryFn: ({ signal }) => getFromRoute('GET /api/reviews', {}, signal),
    refetchInterval: REFETCH_INTERVAL_MS,
  });
}

/** Queries a named queue. Fetched once, so that its items stay the same while others review. */
export function queueQuery(name: string) {
  return queryOptions({
    queryKey: ['review queue', name],
    queryFn: ({ signal }) => getFromRoute('GET /api/reviews/queue', { name }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function queueResultsQuery(name: string) {
  return queryOptions({
    queryKey: ['review queue', name, 'results'],
    queryFn: ({ signal }) => getFromRoute('GET /api/reviews/results', { name }, signal),
  });
}

export function createQueue(name: string, queue: NewQueue): Promise<RouteAnswers['POST /api/reviews']> {
  return postToRoute('POST /api/reviews', {}, { name, queue });
}

export function sendQueueDecision(decision: DecisionRequest): Promise<RouteAnswers['POST /api/reviews/queue']> {
  return postToRoute('POST /api/reviews/queue', {}, decision);
}
