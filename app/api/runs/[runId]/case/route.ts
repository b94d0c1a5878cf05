import { database } from '@/lib/db';
import { attemptsOfCase } from '@/lib/history';
import { readCase, runRoute } from '@/lib/http';
import { requireRun } from '@/lib/runs';

export const GET = runRoute<'GET /api/runs/[runId]/case'>((request, runId) => {
  requireRun(runId);
  return { found: attemptsOfCase(database(), runId, readCase(request)) ?? null };
});
