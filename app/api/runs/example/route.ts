import * as z from 'zod';
import { defineRoute, parseRouteBody } from '@/lib/http';
import { runExample } from '@/lib/runs';

const bodySchema = z.strictObject({});

export const POST = defineRoute<'POST /api/runs/example'>(async (request) => {
  await parseRouteBody(request, bodySchema);
  return runExample();
});
