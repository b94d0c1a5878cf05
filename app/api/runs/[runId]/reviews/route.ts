import * as z from 'zod';
import { database } from '@/lib/db';
import { AppError } from '@/lib/errors';
import { attemptResult, removeReview, reviewsOfRun, saveReview } from '@/lib/history';
import { readJson, readSearch, runRoute } from '@/lib/http';
import { requireRun } from '@/lib/runs';
import { reviewVerdicts } from '@/runner/contract';
import { reviewsCsv } from './reviews-csv';

const bodySchema = z.strictObject({
  suiteKey: z.string().min(1),
  caseId: z.string().min(1),
  attempt: z.int().positive(),
  reviewer: z.string().trim().min(1).max(100),
  /** Null takes the review back. */
  verdict: z.enum(reviewVerdicts).nullable(),
  /** Without one, the former note stays. */
  note: z.string().max(10_000).optional(),
});
const searchSchema = z.object({ format: z.enum(['json', 'csv']).default('json') });

export const GET = runRoute<'GET /api/runs/[runId]/reviews'>((request, runId) => {
  const { format } = readSearch(request, searchSchema);
  requireRun(runId);
  const found = reviewsOfRun(database(), runId);
  return format === 'csv' ? reviewsCsv(runId, found.reviews) : found;
});

export const POST = runRoute<'POST /api/runs/[runId]/reviews'>(async (request, runId) => {
  const { verdict, note, ...place } = await readJson(request, bodySchema);
  requireRun(runId);
  if (verdict === 'not_agent') refusePassed(runId, place);
  if (verdict === null) removeReview(database(), runId, place);
  else saveReview(database(), runId, { ...place, verdict, note, reviewedAt: Date.now() });
  return reviewsOfRun(database(), runId);
});

/** Only what went wrong is somebody's fault. */
function refusePassed(runId: string, place: Parameters<typeof attemptResult>[2]): void {
  const status = attemptResult(database(), runId, place)?.status;
  if (status !== 'passed' && status !== 'skipped') return;
  const { caseId, attempt } = place;
  throw new AppError(
    'invalid_request',
    `Attempt ${attempt} of ${caseId} ${status === 'passed' ? 'passed' : 'was skipped'}: it is nobody’s fault.`,
    ['Only attempts that failed, broke or timed out can be somebody’s fault.'],
  );
}
