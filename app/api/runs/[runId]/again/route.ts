import { defineRunRoute, parseRouteBody } from '@/lib/http';
import type { RouteAnswers } from '@/lib/queries';
import { rerunScopeSchema, runAgain } from '@/lib/runs';

export const POST = defineRunRoute<'POST /api/runs/[runId]/again'>(async (request, runId) => {
  const answer = await runAgain(runId, await parseRouteBody(request, rerunScopeSchema));
  return Response.json(answer satisfies RouteAnswers['POST /api/runs/[runId]/again'], {
    status: answer.ok ? 201 : 200,
  });
});
