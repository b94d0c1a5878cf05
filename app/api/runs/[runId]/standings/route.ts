import { runRoute } from '@/lib/http';
import { requireRun, runReader, runRecords } from '@/lib/runs';
import { remarkableStandings } from '@/runner/history';

export const GET = runRoute<'GET /api/runs/[runId]/standings'>((_request, runId) => {
  requireRun(runId);
  const state = runReader().read(runId);
  return { standings: state === undefined ? {} : remarkableStandings(runRecords(), state) };
});
