import { defineRunRoute } from '@/lib/http';
import { getSharedRunReader, getUpToDateHistory, requireRun } from '@/lib/runs';
import { readNotableCaseHealth } from '@/runner/history';

export const GET = defineRunRoute<'GET /api/runs/[runId]/standings'>((_request, runId) => {
  requireRun(runId);
  const state = getSharedRunReader().readRunState(runId);
  return { standings: state === undefined ? {} : readNotableCaseHealth(getUpToDateHistory(), state) };
});
