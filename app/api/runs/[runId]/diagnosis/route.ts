import { defineRunRoute, readSearch } from '@/lib/http';
import { findRunFailures, sharedRunReader } from '@/lib/runs';
import { explainAttempt } from '@/runner/history';
import { database } from '@/runner/history/db';
import { attemptSchema, parseAttemptRequest } from '../attempt/attempt-request';

export const GET = defineRunRoute<'GET /api/runs/[runId]/diagnosis'>((request, runId) => {
  const key = parseAttemptRequest(runId, readSearch(request, attemptSchema));
  const state = sharedRunReader().readRunState(runId);
  return { explanation: (state && explainAttempt(database(), state, { ...key, groupsOf: findRunFailures })) ?? null };
});
