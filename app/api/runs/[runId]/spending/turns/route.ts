import { defineRunRoute, parseCaseParams } from '@/lib/http';
import { requireRun } from '@/lib/runs';
import { readCaseSpending } from '@/runner/history';
import { database } from '@/runner/history/db';

export const GET = defineRunRoute<'GET /api/runs/[runId]/spending/turns'>((request, runId) => {
  requireRun(runId);
  return { turns: readCaseSpending(database(), runId, parseCaseParams(request)) };
});
