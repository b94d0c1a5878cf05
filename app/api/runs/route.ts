import * as z from 'zod';
import { defineRoute, parseRouteBody, parseSearchParams } from '@/lib/http';
import type { RouteAnswers } from '@/lib/queries';
import { getUpToDateHistory, startRun, startRunSchema } from '@/lib/runs';
import { interruptOrphanedRuns, readRunsPage } from '@/runner/history';

const searchSchema = z.object({
  q: z.string().max(200).default(''),
  limit: z.coerce.number().int().positive().max(1_000).default(100),
});

export const GET = defineRoute<'GET /api/runs'>((request) => {
  const { q, limit } = parseSearchParams(request, searchSchema);
  interruptOrphanedRuns(getUpToDateHistory());
  return readRunsPage(getUpToDateHistory(), { limit, text: q });
});

export const POST = defineRoute<'POST /api/runs'>(async (request) => {
  const answer = await startRun(await parseRouteBody(request, startRunSchema));
  return Response.json(answer satisfies RouteAnswers['POST /api/runs'], { status: answer.ok ? 201 : 200 });
});
