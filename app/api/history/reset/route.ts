import * as z from 'zod';
import { defineRoute, readJson } from '@/lib/http';
import { resetHistory } from '@/lib/settings';

export const POST = defineRoute<'POST /api/history/reset'>(async (request) => {
  await readJson(request, z.strictObject({}));
  return resetHistory();
});
