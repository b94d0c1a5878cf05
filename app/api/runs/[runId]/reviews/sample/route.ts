import * as z from 'zod';
import { defineRunRoute, parseSearchParams } from '@/lib/http';
import { requireRunState } from '@/lib/runs';
import { drawReviewSample } from '@/runner/history';
import { database } from '@/runner/history/db';
import { tryParseJson } from '@/runner/values';

const caseIdsSchema = z.array(z.string().min(1)).min(1);

const searchSchema = z.object({
  reviewer: z.string().trim().min(1).max(100),
  /** A JSON list of case ids; without it, the sample is drawn from all cases. */
  cases: z
    .string()
    .transform((text) => caseIdsSchema.parse(tryParseJson(text)))
    .optional(),
  part: z.coerce.number().int().nonnegative().max(10_000).default(0),
});

export const GET = defineRunRoute<'GET /api/runs/[runId]/reviews/sample'>((request, runId) => {
  const query = parseSearchParams(request, searchSchema);
  return drawReviewSample(database(), requireRunState(runId), query);
});
