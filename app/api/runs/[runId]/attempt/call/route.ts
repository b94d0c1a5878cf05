import * as z from 'zod';
import { readSearch, runRoute } from '@/lib/http';
import { readModelCall } from '@/runner/history';
import { database } from '@/runner/history/db';
import { attemptIn, attemptSchema } from '../attempt-request';

const searchSchema = attemptSchema.extend({ seq: z.coerce.number().int().positive() });

/** What a model was asked and answered, of which the attempt has only the outline. */
export const GET = runRoute<'GET /api/runs/[runId]/attempt/call'>((request, runId) => {
  const { seq, ...key } = readSearch(request, searchSchema);
  return readModelCall(database(), runId, { ...attemptIn(runId, key), seq });
});
