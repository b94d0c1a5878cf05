import * as z from 'zod';
import { defineRunRoute, parseRouteBody } from '@/lib/http';
import { requireRun } from '@/lib/runs';
import { findBaseline, pinRun, toRunSeries, unpinBaseline } from '@/runner/history';
import { database } from '@/runner/history/db';

const bodySchema = z.strictObject({ pinned: z.boolean() });

export const POST = defineRunRoute<'POST /api/runs/[runId]/baseline'>(async (request, runId) => {
  const { pinned } = await parseRouteBody(request, bodySchema);
  const series = toRunSeries(requireRun(runId));
  if (pinned) pinRun(database(), { runId, now: Date.now() });
  else if (findBaseline(database(), series) === runId) unpinBaseline(database(), series);
  return { pinned };
});
