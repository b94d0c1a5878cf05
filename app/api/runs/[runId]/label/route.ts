import * as z from 'zod';
import { defineRunRoute, parseRouteBody } from '@/lib/http';
import { requireRun } from '@/lib/runs';
import { labelRun } from '@/runner/history';
import { database } from '@/runner/history/db';

const bodySchema = z.strictObject({ label: z.string().trim().max(200) });

export const POST = defineRunRoute<'POST /api/runs/[runId]/label'>(async (request, runId) => {
  const { label } = await parseRouteBody(request, bodySchema);
  requireRun(runId);
  labelRun(database(), runId, label);
  return { label };
});
