import { runRoute } from '@/lib/http';
import { records, requireRun, runReader } from '@/lib/runs';
import { remarkableStandings } from '@/runner/history';

export const GET = runRoute<'GET /api/runs/[runId]/standings'>((_request, runId) => {
  requireRun(runId);
  const state = runReader().read(runId);
  return { standings: state === undefined ? {} : remarkableStandings(records(), state) };
});
