import * as z from 'zod';
import { database } from '@/lib/db';
import { environment } from '@/lib/env';
import { whatChanges } from '@/lib/history';
import { readJson, route } from '@/lib/http';
import { describeWorkspace } from '@/lib/workspace';

const bodySchema = z.strictObject({
  suiteKey: z.string().min(1).max(1_000),
  text: z.string().max(20_000_000),
  all: z.boolean(),
});

export const POST = route<'POST /api/cases/changes'>(async (request) => {
  const asked = await readJson(request, bodySchema);
  const { rules } = await describeWorkspace(environment().workspace);
  return whatChanges(database(), { ...asked, rules }, request.signal);
});
