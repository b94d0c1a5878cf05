import { defineRoute, parseRouteBody } from '@/lib/http';
import { restoreRuns } from '@/runner/history';
import { database } from '@/runner/history/db';
import { chosenRunsSchema } from '../chosen-runs';

export const POST = defineRoute<'POST /api/runs/restore'>(async (request) => {
  const { runIds } = await parseRouteBody(request, chosenRunsSchema);
  return { count: restoreRuns(database(), runIds) };
});
