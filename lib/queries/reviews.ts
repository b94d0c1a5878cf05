import { queryOptions } from '@tanstack/react-query';
import { getFromRoute, postToRoute } from './fetch-json.ts';
import type { HintReviewRequest, ReviewRequest } from './route-types.ts';
import type { RouteAnswers } from './routes.ts';

const OFTEN_MS = 10_000;

export function reviewsQuery(runId: string) {
  return queryOptions({
    queryKey: ['run', runId, 'reviews'],
    queryFn: ({ signal }) => getFromRoute('GET /api/runs/[runId]/reviews', { runId }, signal),
    refetchInterval: OFTEN_MS,
  });
}

/** The attempts to review. The sample stays the same while the page is open, even if others review. */
export function reviewSampleQuery(runId: string, { reviewer, part }: { reviewer: string; part: number }) {
  return queryOptions({
    queryKey: ['run', runId, 'review sample', reviewer, part],
    queryFn: ({ signal }) => getFromRoute('GET /api/runs/[runId]/reviews/sample', { runId, reviewer, part }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
}

export function sendHintReview(
  runId: string,
  hintWord: HintReviewRequest,
): Promise<RouteAnswers['POST /api/runs/[runId]/hints']> {
  return postToRoute('POST /api/runs/[runId]/hints', { runId }, hintWord);
}

export function sendReview(
  runId: string,
  review: ReviewRequest,
): Promise<RouteAnswers['POST /api/runs/[runId]/reviews']> {
  return postToRoute('POST /api/runs/[runId]/reviews', { runId }, review);
}
