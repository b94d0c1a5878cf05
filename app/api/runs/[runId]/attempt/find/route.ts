import * as z from 'zod';
import { defineRunRoute, parseSearchParams } from '@/lib/http';
import { findInAttempt } from '@/runner/history';
import { database } from '@/runner/history/db';
import { attemptSchema, parseAttemptRequest } from '../attempt-request';

const searchSchema = attemptSchema.extend({ text: z.string().min(1).max(1_000) });

/** Searches the long texts of an attempt in full; the attempt state contains only their beginnings. */
export const GET = defineRunRoute<'GET /api/runs/[runId]/attempt/find'>((request, runId) => {
  const { text, ...key } = parseSearchParams(request, searchSchema);
  return findInAttempt(database(), runId, { ...parseAttemptRequest(runId, key), text }, request.signal);
});
