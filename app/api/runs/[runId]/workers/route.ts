import { defineRunRoute } from '@/lib/http';
import { requireRun } from '@/lib/runs';
import { readRunQueue } from '@/runner/history';
import { readEnvironment } from '@/runner/host/env';

export const GET = defineRunRoute<'GET /api/runs/[runId]/workers'>((_request, runId) => {
  requireRun(runId);
  return { queue: readRunQueue(readEnvironment().databaseFile, runId) ?? null };
});
