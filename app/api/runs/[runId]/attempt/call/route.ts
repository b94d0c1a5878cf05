import * as z from 'zod';
import { defineRunRoute, parseSearchParams } from '@/lib/http';
import { readModelCall } from '@/runner/history';
import { database } from '@/runner/history/db';
import { attemptSchema, parseAttemptRequest } from '../attempt-request';

const searchSchema = attemptSchema.extend({ seq: z.coerce.number().int().positive() });

/** Returns the full request and response of a model call; the attempt state has only a summary. */
export const GET = defineRunRoute<'GET /api/runs/[runId]/attempt/call'>((request, runId) => {
  const { seq, ...key } = parseSearchParams(request, searchSchema);
  return readModelCall(database(), runId, { ...parseAttemptRequest(runId, key), seq });
});
