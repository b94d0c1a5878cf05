import * as z from 'zod';
import { defineRunRoute, parseSearchParams } from '@/lib/http';
import { readLongText } from '@/runner/history';
import { database } from '@/runner/history/db';
import { attemptSchema, parseAttemptRequest } from '../attempt-request';

const searchSchema = attemptSchema.extend({ at: z.string().min(1) });

/** Returns one full text of an attempt; the attempt state contains only its beginning. */
export const GET = defineRunRoute<'GET /api/runs/[runId]/attempt/body'>((request, runId) => {
  const { at, ...key } = parseSearchParams(request, searchSchema);
  return { text: readLongText(database(), runId, { ...parseAttemptRequest(runId, key), at }) };
});
