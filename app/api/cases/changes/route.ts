import * as z from 'zod';
import { defineRoute, parseRouteBody } from '@/lib/http';
import { findVerdictChanges } from '@/runner/history';
import { database } from '@/runner/history/db';

const bodySchema = z.strictObject({
  suiteKey: z.string().min(1).max(1_000),
  text: z.string().max(20_000_000),
  all: z.boolean(),
});

export const POST = defineRoute<'POST /api/cases/changes'>(async (request) => {
  const body = await parseRouteBody(request, bodySchema);
  return findVerdictChanges(database(), body, request.signal);
});
