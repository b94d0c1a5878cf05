import { defineRunRoute } from '@/lib/http';
import { getUpToDateHistory, requireRun, sharedRunReader } from '@/lib/runs';
import { notableCaseHealth } from '@/runner/history';

export const GET = defineRunRoute<'GET /api/runs/[runId]/standings'>((_request, runId) => {
  requireRun(runId);
  const state = sharedRunReader().readRunState(runId);
  return { standings: state === undefined ? {} : notableCaseHealth(getUpToDateHistory(), state) };
});
