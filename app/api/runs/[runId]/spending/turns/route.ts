import { defineRunRoute, readCase } from '@/lib/http';
import { requireRun } from '@/lib/runs';
import { caseSpending } from '@/runner/history';
import { database } from '@/runner/history/db';

export const GET = defineRunRoute<'GET /api/runs/[runId]/spending/turns'>((request, runId) => {
  requireRun(runId);
  return { turns: caseSpending(database(), runId, readCase(request)) };
});
