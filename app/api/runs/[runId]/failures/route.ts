import { defineRunRoute } from '@/lib/http';
import { findRunFailures, requireRunState } from '@/lib/runs';

export const GET = defineRunRoute<'GET /api/runs/[runId]/failures'>((_request, runId) =>
  findRunFailures(requireRunState(runId)),
);
