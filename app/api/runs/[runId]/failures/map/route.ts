import { runRoute } from '@/lib/http';
import { requireRunState } from '@/lib/runs';
import { checkpointMaps } from '@/runner/verdict';

export const GET = runRoute<'GET /api/runs/[runId]/failures/map'>((_request, runId) => ({
  maps: checkpointMaps(requireRunState(runId).rows),
}));
