import * as z from 'zod';
import { defineRunRoute, parseSearchParams } from '@/lib/http';
import { getAttemptState } from '@/runner/history';
import { database } from '@/runner/history/db';
import { attemptSchema, parseAttemptRequest } from './attempt-request';

const searchSchema = attemptSchema.extend({ bodies: z.enum(['whole', 'light']).default('light') });

export const GET = defineRunRoute<'GET /api/runs/[runId]/attempt'>((request, runId) => {
  const { bodies, ...key } = parseSearchParams(request, searchSchema);
  return getAttemptState(database(), runId, { ...parseAttemptRequest(runId, key), bodies });
});
