import { defineRunRoute, parseSearchParams } from '@/lib/http';
import { findRunFailures, getSharedRunReader } from '@/lib/runs';
import { explainAttempt } from '@/runner/history';
import { database } from '@/runner/history/db';
import { attemptSchema, parseAttemptRequest } from '../attempt/attempt-request';

export const GET = defineRunRoute<'GET /api/runs/[runId]/diagnosis'>((request, runId) => {
  const key = parseAttemptRequest(runId, parseSearchParams(request, attemptSchema));
  const state = getSharedRunReader().readRunState(runId);
  return { explanation: (state && explainAttempt(database(), state, { ...key, groupsOf: findRunFailures })) ?? null };
});
