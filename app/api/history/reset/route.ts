import * as z from 'zod';
import { defineRoute, parseRouteBody } from '@/lib/http';
import { resetHistory } from '@/lib/settings';

export const POST = defineRoute<'POST /api/history/reset'>(async (request) => {
  await parseRouteBody(request, z.strictObject({}));
  return resetHistory();
});
