import * as z from 'zod';
import { defineRoute, parseRouteBody } from '@/lib/http';
import type { RouteAnswers } from '@/lib/queries';
import { listQueues } from '@/lib/reviews';
import { reviewQueueSchema } from '@/runner/contract';
import { readEnvironment } from '@/runner/host/env';
import { createReviewQueue } from '@/runner/workspace';

const bodySchema = z.strictObject({ name: z.string().trim().min(1).max(80), queue: reviewQueueSchema });

export const GET = defineRoute<'GET /api/reviews'>(() => listQueues());

export const POST = defineRoute<'POST /api/reviews'>(async (request) => {
  const file = await createReviewQueue(readEnvironment().workspace, await parseRouteBody(request, bodySchema));
  return Response.json({ file } satisfies RouteAnswers['POST /api/reviews'], { status: 201 });
});
