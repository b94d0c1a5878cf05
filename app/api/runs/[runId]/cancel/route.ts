import { runRoute } from '@/lib/http';
import { cancelRun } from '@/lib/runs';

export const POST = runRoute<'POST /api/runs/[runId]/cancel'>((_request, runId) => ({ answer: cancelRun(runId) }));
