import { defineRoute, parseRouteBody } from '@/lib/http';
import { deleteRuns } from '@/runner/history';
import { database } from '@/runner/history/db';
import { chosenRunsSchema } from '../chosen-runs';

export const POST = defineRoute<'POST /api/runs/delete'>(async (request) => {
  const { runIds } = await parseRouteBody(request, chosenRunsSchema);
  return { count: deleteRuns(database(), runIds, Date.now()) };
});
