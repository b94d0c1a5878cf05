import { runRoute } from '@/lib/http';
import { failuresOfRun, requireRunState } from '@/lib/runs';

export const GET = runRoute<'GET /api/runs/[runId]/failures'>((_request, runId) =>
  failuresOfRun(requireRunState(runId)),
);
