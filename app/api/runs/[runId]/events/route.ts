import { runRoute } from '@/lib/http';
import { watchRun } from '@/lib/watch';

export const GET = runRoute<'GET /api/runs/[runId]/events'>(watchRun);
