import * as z from 'zod';
import { readSearch, runRoute } from '@/lib/http';
import { requireRunState } from '@/lib/runs';
import { reviewSample } from '@/runner/history';
import { database } from '@/runner/history/db';

const searchSchema = z.object({
  reviewer: z.string().trim().min(1).max(100),
  part: z.coerce.number().int().nonnegative().max(10_000).default(0),
});

export const GET = runRoute<'GET /api/runs/[runId]/reviews/sample'>((request, runId) => {
  const query = readSearch(request, searchSchema);
  return reviewSample(database(), requireRunState(runId), query);
});
