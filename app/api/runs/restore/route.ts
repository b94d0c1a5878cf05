import { database } from '@/runner/history/db';
import { restoreRuns } from '@/runner/history';
import { readJson, route } from '@/lib/http';
import { chosenRunsSchema } from '../chosen-runs';

export const POST = route<'POST /api/runs/restore'>(async (request) => {
  const { runIds } = await readJson(request, chosenRunsSchema);
  return { count: restoreRuns(database(), runIds) };
});
