import { runRoute } from '@/lib/http';
import { historyWithCorrectedRuns, requireRun, sharedRunReader } from '@/lib/runs';
import { standingsWorthShowing } from '@/runner/history';

export const GET = runRoute<'GET /api/runs/[runId]/standings'>((_request, runId) => {
  requireRun(runId);
  const state = sharedRunReader().readRunState(runId);
  return { standings: state === undefined ? {} : standingsWorthShowing(historyWithCorrectedRuns(), state) };
});
