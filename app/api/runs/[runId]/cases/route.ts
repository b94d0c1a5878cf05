import * as z from 'zod';
import { defineRunRoute, parseSearchParams } from '@/lib/http';
import { loadFailuresForFilter, requireRunState } from '@/lib/runs';
import { createFailureAnnotations } from '@/lib/view/failure-annotations';
import { groupReviewsByCase } from '@/lib/view/group-reviews-by-case';
import { buildRunScreen, ITEMS_PER_PAGE } from '@/lib/view/run-screen';
import { interruptOrphanedRuns, listReviews } from '@/runner/history';
import { database } from '@/runner/history/db';

const searchSchema = z.object({
  q: z.string().default(''),
  suite: z.string().nullable().default(null),
  case: z.string().nullable().default(null),
  offset: z.coerce.number().int().nonnegative().default(0),
  limit: z.coerce.number().int().min(1).max(1_000).default(ITEMS_PER_PAGE),
});

/** Returns one page of the filtered case list in display order, with the selected case and the totals of the run. */
export const GET = defineRunRoute<'GET /api/runs/[runId]/cases'>((request, runId) => {
  const screenRequest = parseSearchParams(request, searchSchema);
  interruptOrphanedRuns(database());
  const state = requireRunState(runId);
  const reviews = groupReviewsByCase(listReviews(database(), runId));
  const marks = createFailureAnnotations(loadFailuresForFilter(state, screenRequest.q));
  return buildRunScreen(state, screenRequest, { reviews, marks });
});
