import { database } from '@/lib/db';
import { restoreRuns } from '@/lib/history';
import { readJson, route } from '@/lib/http';
import { chosenRunsSchema } from '../chosen-runs';

export const POST = route<'POST /api/runs/restore'>(async (request) => {
  const { runIds } = await readJson(request, chosenRunsSchema);
  return { count: restoreRuns(database(), runIds) };
});
