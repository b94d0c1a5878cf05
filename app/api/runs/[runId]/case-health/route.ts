import { defineRunRoute } from '@/lib/http';
import { getSharedRunReader, getUpToDateHistory, requireRun } from '@/lib/runs';
import { readNotableCaseHealth } from '@/runner/history';

export const GET = defineRunRoute<'GET /api/runs/[runId]/case-health'>((_request, runId) => {
  requireRun(runId);
  const state = getSharedRunReader().readRunState(runId);
  return { healthByCase: state === undefined ? {} : readNotableCaseHealth(getUpToDateHistory(), state) };
});
