import * as z from 'zod';
import { defineRunRoute, parseSearchParams } from '@/lib/http';
import { readLongText } from '@/runner/history';
import { database } from '@/runner/history/db';
import { attemptSchema, parseAttemptRequest } from '../attempt-request';

const searchSchema = attemptSchema.extend({ at: z.string().min(1) });

/** Returns the full version of a long text, of which the attempt state contains only the beginning. */
export const GET = defineRunRoute<'GET /api/runs/[runId]/attempt/body'>((request, runId) => {
  const { at, ...key } = parseSearchParams(request, searchSchema);
  return { text: readLongText(database(), runId, { ...parseAttemptRequest(runId, key), at }) };
});
