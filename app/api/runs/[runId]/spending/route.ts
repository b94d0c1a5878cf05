import { database } from '@/runner/history/db';
import { runSpending } from '@/runner/history';
import { runRoute } from '@/lib/http';
import { requireRun } from '@/lib/runs';

export const GET = runRoute<'GET /api/runs/[runId]/spending'>((_request, runId) => {
  requireRun(runId);
  return runSpending(database(), runId);
});
