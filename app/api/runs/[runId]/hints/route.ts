import * as z from 'zod';
import { defineRunRoute, parseRouteBody } from '@/lib/http';
import { requireRun } from '@/lib/runs';
import { readReviewsOfRun, saveHintReview } from '@/runner/history';
import { database } from '@/runner/history/db';

const bodySchema = z.strictObject({
  suiteKey: z.string().min(1),
  caseId: z.string().min(1),
  attempt: z.int().positive(),
  fault: z.string().min(1),
  reviewer: z.string().trim().min(1).max(100),
  /** The reviewer's verdict on the hint; null removes an earlier verdict. */
  word: z.enum(['confirmed', 'dismissed']).nullable(),
});

export const POST = defineRunRoute<'POST /api/runs/[runId]/hints'>(async (request, runId) => {
  const body = await parseRouteBody(request, bodySchema);
  requireRun(runId);
  saveHintReview(database(), runId, { ...body, reviewedAt: Date.now() });
  return readReviewsOfRun(database(), runId);
});
