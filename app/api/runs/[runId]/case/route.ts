import { database } from '@/runner/history/db';
import { attemptsOfCase } from '@/runner/history';
import { readCase, runRoute } from '@/lib/http';
import { requireRun } from '@/lib/runs';

export const GET = runRoute<'GET /api/runs/[runId]/case'>((request, runId) => {
  requireRun(runId);
  return { found: attemptsOfCase(database(), runId, readCase(request)) ?? null };
});
