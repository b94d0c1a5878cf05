import * as z from 'zod';
import { readJson, readSearch, route } from '@/lib/http';
import type { RouteAnswers } from '@/lib/queries';
import { historyWithCorrectedRuns, startRun, startRunSchema } from '@/lib/runs';
import { readRunsPage, reapOrphans } from '@/runner/history';

const searchSchema = z.object({
  q: z.string().max(200).default(''),
  limit: z.coerce.number().int().positive().max(1_000).default(100),
});

export const GET = route<'GET /api/runs'>((request) => {
  const { q, limit } = readSearch(request, searchSchema);
  reapOrphans(historyWithCorrectedRuns());
  return readRunsPage(historyWithCorrectedRuns(), { limit, text: q });
});

export const POST = route<'POST /api/runs'>(async (request) => {
  const answer = await startRun(await readJson(request, startRunSchema));
  return Response.json(answer satisfies RouteAnswers['POST /api/runs'], { status: answer.ok ? 201 : 200 });
});
