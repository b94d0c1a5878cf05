import { runRoute } from '@/lib/http';
import { historyWithCorrectedRuns, requireRun, sharedRunReader } from '@/lib/runs';
import { remarkableStandings } from '@/runner/history';

export const GET = runRoute<'GET /api/runs/[runId]/standings'>((_request, runId) => {
  requireRun(runId);
  const state = sharedRunReader().read(runId);
  return { standings: state === undefined ? {} : remarkableStandings(historyWithCorrectedRuns(), state) };
});
