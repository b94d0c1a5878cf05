import { runRoute } from '@/lib/http';
import { findRunFailures, requireRunState } from '@/lib/runs';

export const GET = runRoute<'GET /api/runs/[runId]/failures'>((_request, runId) =>
  findRunFailures(requireRunState(runId)),
);
