import * as z from 'zod';
import { defineRunRoute, parseRouteBody, parseSearchParams } from '@/lib/http';
import { requireRun } from '@/lib/runs';
import { turnReviewVerdicts } from '@/runner/contract';
import { readReviewsOfRun, removeReview, removeTurnReview, saveReview, saveTurnReview } from '@/runner/history';
import { database } from '@/runner/history/db';
import { AppError } from '@/runner/host/errors';
import { reviewsCsv } from './reviews-csv';

const bodySchema = z.strictObject({
  suiteKey: z.string().min(1),
  caseId: z.string().min(1),
  attempt: z.int().positive(),
  /** The turn that is reviewed; missing if the review is about the whole attempt. */
  turn: z.int().positive().optional(),
  reviewer: z.string().trim().min(1).max(100),
  /** The reviewer's verdict; null removes the reviewer's review. */
  verdict: z.enum(turnReviewVerdicts).nullable(),
  /** The reviewer's note; if missing, the note of an earlier review is kept. */
  note: z.string().max(10_000).optional(),
});
const searchSchema = z.object({ format: z.enum(['json', 'csv']).default('json') });

export const GET = defineRunRoute<'GET /api/runs/[runId]/reviews'>((request, runId) => {
  const { format } = parseSearchParams(request, searchSchema);
  requireRun(runId);
  const runReviews = readReviewsOfRun(database(), runId);
  return format === 'csv' ? reviewsCsv(runId, [...runReviews.reviews, ...runReviews.turnReviews]) : runReviews;
});

export const POST = defineRunRoute<'POST /api/runs/[runId]/reviews'>(async (request, runId) => {
  const { verdict, note, turn, ...attemptAddress } = await parseRouteBody(request, bodySchema);
  requireRun(runId);
  const review = { ...attemptAddress, note, reviewedAt: Date.now() };
  if (turn !== undefined) {
    if (verdict === null) removeTurnReview(database(), runId, { ...attemptAddress, turn });
    else saveTurnReview(database(), runId, { ...review, turn, verdict });
  } else if (verdict === 'comment')
    throw new AppError('invalid_request', 'verdict: a comment needs the "turn" that it belongs to.');
  else if (verdict === null) removeReview(database(), runId, attemptAddress);
  else saveReview(database(), runId, { ...review, verdict });
  return readReviewsOfRun(database(), runId);
});
