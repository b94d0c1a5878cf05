import * as z from 'zod';
import { readSearch, runRoute } from '@/lib/http';
import { findInAttempt } from '@/runner/history';
import { database } from '@/runner/history/db';
import { attemptIn } from '../attempt-request';

const searchSchema = z.object({ text: z.string().min(1).max(1_000) });

/** Searches the texts of which the attempt has only the beginning. */
export const GET = runRoute<'GET /api/runs/[runId]/attempt/find'>((request, runId) => {
  const asked = { ...attemptIn(runId, request), ...readSearch(request, searchSchema) };
  return findInAttempt(database(), runId, asked, request.signal);
});
