import * as z from 'zod';
import { reviewsOfCases } from '@/components/reviews/reviews-of-cases';
import { ITEMS_AT_ONCE, type RunScreen, runScreen } from '@/components/runs/run-screen';
import { database } from '@/lib/db';
import { AppError } from '@/lib/errors';
import { listReviews, reapOrphans } from '@/lib/history';
import { respond } from '@/lib/http';
import { runReader } from '@/lib/runs';
import type { RunRoute } from '../run-route';

const searchSchema = z.object({
  q: z.string().default(''),
  suite: z.string().nullable().default(null),
  case: z.string().nullable().default(null),
  offset: z.coerce.number().int().nonnegative().default(0),
  limit: z.coerce.number().int().min(1).max(1_000).default(ITEMS_AT_ONCE),
});

/** A part of the list of cases, filtered and in the order of the page, with what stands around it. */
export function GET(request: Request, { params }: RunRoute): Promise<Response> {
  return respond(async () => {
    const { runId } = await params;
    const asked = searchSchema.parse(Object.fromEntries(new URL(request.url).searchParams));
    reapOrphans(database());
    const state = runReader().read(runId);
    if (state === undefined) throw new AppError('not_found', `There is no run ${runId} in this history.`);
    const reviews = reviewsOfCases(listReviews(database(), runId));
    return Response.json(runScreen(state, asked, reviews) satisfies RunScreen);
  });
}
