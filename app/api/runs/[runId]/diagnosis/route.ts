import { runRoute } from '@/lib/http';
import { failuresOfRun, runReader } from '@/lib/runs';
import { explainAttempt } from '@/runner/history';
import { database } from '@/runner/history/db';
import { attemptIn } from '../attempt/attempt-request';

export const GET = runRoute<'GET /api/runs/[runId]/diagnosis'>((request, runId) => {
  const key = attemptIn(runId, request);
  const state = runReader().read(runId);
  return { explanation: (state && explainAttempt(database(), state, { ...key, groupsOf: failuresOfRun })) ?? null };
});
