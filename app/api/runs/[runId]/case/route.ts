import { defineRunRoute, parseCaseParams } from '@/lib/http';
import { requireRun } from '@/lib/runs';
import { readAttemptsOfCase } from '@/runner/history';
import { database } from '@/runner/history/db';

export const GET = defineRunRoute<'GET /api/runs/[runId]/case'>((request, runId) => {
  requireRun(runId);
  return { found: readAttemptsOfCase(database(), runId, parseCaseParams(request)) ?? null };
});
