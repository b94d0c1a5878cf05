import { queryOptions } from '@tanstack/react-query';
import { ask, send } from './fetch-json.ts';
import type { SentHintWord, SentReview } from './route-types.ts';
import type { Answers } from './routes.ts';

const OFTEN_MS = 10_000;

export function reviewsQuery(runId: string) {
  return queryOptions({
    queryKey: ['run', runId, 'reviews'],
    queryFn: ({ signal }) => ask('GET /api/runs/[runId]/reviews', { runId }, signal),
    refetchInterval: OFTEN_MS,
  });
}

/** The attempts to review. The sample stays the same while the page is open, even if others review. */
export function reviewSampleQuery(runId: string, { reviewer, part }: { reviewer: string; part: number }) {
  return queryOptions({
    queryKey: ['run', runId, 'review sample', reviewer, part],
    queryFn: ({ signal }) => ask('GET /api/runs/[runId]/reviews/sample', { runId, reviewer, part }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
}

export function sendHintWord(runId: string, hintWord: SentHintWord): Promise<Answers['POST /api/runs/[runId]/hints']> {
  return send('POST /api/runs/[runId]/hints', { runId }, hintWord);
}

export function sendReview(runId: string, review: SentReview): Promise<Answers['POST /api/runs/[runId]/reviews']> {
  return send('POST /api/runs/[runId]/reviews', { runId }, review);
}
