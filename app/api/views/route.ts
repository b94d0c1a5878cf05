import * as z from 'zod';
import { defineRoute, parseRouteBody } from '@/lib/http';
import type { RouteAnswers } from '@/lib/queries';
import { matrixViewSchema } from '@/runner/contract';
import { readEnvironment } from '@/runner/host/env';
import { listMatrixViews, saveMatrixView } from '@/runner/workspace';

const bodySchema = z.strictObject({
  name: z.string().max(200),
  view: matrixViewSchema,
  /** The SHA-256 of the version of the view's file that is overwritten; null for a new view. */
  base: z.string().nullable(),
});

export const GET = defineRoute<'GET /api/views'>(() => ({ views: listMatrixViews(readEnvironment().workspace) }));

export const POST = defineRoute<'POST /api/views'>(async (request) => {
  const { workspace } = readEnvironment();
  const answer = await saveMatrixView({ workspace, ...(await parseRouteBody(request, bodySchema)) });
  return Response.json(answer satisfies RouteAnswers['POST /api/views'], { status: 201 });
});
