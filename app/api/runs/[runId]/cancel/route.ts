import { defineRunRoute } from '@/lib/http';
import { cancelRun } from '@/lib/runs';

export const POST = defineRunRoute<'POST /api/runs/[runId]/cancel'>((_request, runId) => ({
  answer: cancelRun(runId),
}));
