import { defineRunRoute, parseRouteBody } from '@/lib/http';
import type { RouteAnswers } from '@/lib/queries';
import { forkRequestSchema, forkRun, requireRun } from '@/lib/runs';
import { listForksOfRun } from '@/runner/history';
import { database } from '@/runner/history/db';

export const GET = defineRunRoute<'GET /api/runs/[runId]/forks'>((_request, runId) => {
  requireRun(runId);
  return { forks: listForksOfRun(database(), runId) };
});

export const POST = defineRunRoute<'POST /api/runs/[runId]/forks'>(async (request, runId) => {
  const answer = await forkRun(runId, await parseRouteBody(request, forkRequestSchema));
  return Response.json(answer satisfies RouteAnswers['POST /api/runs/[runId]/forks'], {
    status: answer.ok ? 201 : 200,
  });
});
