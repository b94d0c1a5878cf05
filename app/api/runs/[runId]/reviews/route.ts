import * as z from 'zod';
import { database } from '@/lib/db';
import { AppError } from '@/lib/errors';
import { getRun, listReviews, removeReview, saveReview, userName } from '@/lib/history';
import { readJson, respond } from '@/lib/http';
import type { Answers } from '@/lib/queries';
import { reviewVerdicts } from '@/runner/contract';
import type { RunRoute } from '../run-route';
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

export function GET(request: Request, { params }: RunRoute): Promise<Response> {
  return respond(async () => {
    const { runId } = await params;
    const { format } = searchSchema.parse(Object.fromEntries(new URL(request.url).searchParams));
    requireRun(runId);
    const reviews = listReviews(database(), runId);
    if (format === 'csv') return reviewsCsv(runId, reviews);
    return Response.json({ reviews, you: userName() } satisfies Answers['GET /api/runs/[runId]/reviews']);
  });
}

export function POST(request: Request, { params }: RunRoute): Promise<Response> {
  return respond(async () => {
    const { runId } = await params;
    const { verdict, note, ...place } = bodySchema.parse(await readJson(request));
    requireRun(runId);
    if (verdict === null) removeReview(database(), runId, place);
    else saveReview(database(), runId, { ...place, verdict, note, reviewedAt: Date.now() });
    return Response.json({
      reviews: listReviews(database(), runId),
      you: userName(),
    } satisfies Answers['POST /api/runs/[runId]/reviews']);
  });
}

function requireRun(runId: string): void {
  if (getRun(database(), runId) === undefined) {
    throw new AppError('not_found', `There is no run ${runId} in this history.`);
  }
}
