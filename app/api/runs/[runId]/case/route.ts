import { defineRunRoute, readCase } from '@/lib/http';
import { requireRun } from '@/lib/runs';
import { attemptsOfCase } from '@/runner/history';
import { database } from '@/runner/history/db';

export const GET = defineRunRoute<'GET /api/runs/[runId]/case'>((request, runId) => {
  requireRun(runId);
  return { found: attemptsOfCase(database(), runId, readCase(request)) ?? null };
});
