import * as z from 'zod';
import { readJson, route } from '@/lib/http';
import { resetHistory } from '@/lib/settings';

export const POST = route<'POST /api/history/reset'>(async (request) => {
  await readJson(request, z.strictObject({}));
  return resetHistory();
});
