import { defineRunRoute, parseRouteBody, parseSearchParams } from '@/lib/http';
import type { RouteAnswers } from '@/lib/queries';
import { bisectRequestSchema, bisectRun, readBisectionOfAttempt, requireRun } from '@/lib/runs';
import { attemptSchema, parseAttemptRequest } from '../attempt/attempt-request';

export const GET = defineRunRoute<'GET /api/runs/[runId]/bisections'>((request, runId) => {
  requireRun(runId);
  const attemptId = parseAttemptRequest(runId, parseSearchParams(request, attemptSchema));
  return { bisection: readBisectionOfAttempt({ ...attemptId, runId }) };
});

export const POST = defineRunRoute<'POST /api/runs/[runId]/bisections'>(async (request, runId) => {
  const answer = await bisectRun(runId, await parseRouteBody(request, bisectRequestSchema));
  return Response.json(answer satisfies RouteAnswers['POST /api/runs/[runId]/bisections'], {
    status: answer.ok ? 201 : 200,
  });
});
