import { runRoute } from '@/lib/http';
import { requireRunState } from '@/lib/runs';

export const GET = runRoute<'GET /api/runs/[runId]'>((_request, runId) => requireRunState(runId));
