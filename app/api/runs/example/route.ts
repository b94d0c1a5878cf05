import * as z from 'zod';
import { readJson, route } from '@/lib/http';
import { runExample } from '@/lib/runs';

const bodySchema = z.strictObject({});

export const POST = route<'POST /api/runs/example'>(async (request) => {
  await readJson(request, bodySchema);
  return runExample();
});
