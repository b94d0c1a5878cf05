import { defineRunRoute } from '@/lib/http';
import { watchRun } from '@/lib/watch';

export const GET = defineRunRoute<'GET /api/runs/[runId]/events'>(watchRun);
