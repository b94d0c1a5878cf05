import { defineRunRoute } from '@/lib/http';
import { requireRun } from '@/lib/runs';
import { readRunSpending } from '@/runner/history';
import { database } from '@/runner/history/db';

export const GET = defineRunRoute<'GET /api/runs/[runId]/spending'>((_request, runId) => {
  requireRun(runId);
  return readRunSpending(database(), runId);
});
