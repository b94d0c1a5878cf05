import { defineRunRoute, readJson, readSearch } from '@/lib/http';
import type { RouteAnswers } from '@/lib/queries';
import { bisectionOfAttempt, bisectRequestSchema, bisectRun, requireRun } from '@/lib/runs';
import { attemptSchema, parseAttemptRequest } from '../attempt/attempt-request';

export const GET = defineRunRoute<'GET /api/runs/[runId]/bisections'>((request, runId) => {
  requireRun(runId);
  const attemptId = parseAttemptRequest(runId, readSearch(request, attemptSchema));
  return { bisection: bisectionOfAttempt({ ...attemptId, runId }) };
});

export const POST = defineRunRoute<'POST /api/runs/[runId]/bisections'>(async (request, runId) => {
  const answer = await bisectRun(runId, await readJson(request, bisectRequestSchema));
  return Response.json(answer satisfies RouteAnswers['POST /api/runs/[runId]/bisections'], {
    status: answer.ok ? 201 : 200,
  });
});
