import { defineRunRoute } from '@/lib/http';
import { requireRunState } from '@/lib/runs';
import { buildCheckpointFlowGraphs } from '@/runner/verdict';

export const GET = defineRunRoute<'GET /api/runs/[runId]/failures/map'>((_request, runId) => ({
  maps: buildCheckpointFlowGraphs(requireRunState(runId).rows),
}));
