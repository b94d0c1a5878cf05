import * as z from 'zod';
import { caseSchema } from '@/lib/http';
import { requireRun } from '@/lib/runs';
import type { AttemptId } from '@/runner/fold';

/** The URL parameters that identify an attempt. */
export const attemptSchema = caseSchema.extend({ attempt: z.coerce.number().int().positive().default(1) });

/** Returns the attempt that the URL parameters identify. Throws if the history does not contain the run. */
export function parseAttemptRequest(
  runId: string,
  { suite, case: caseId, attempt }: z.infer<typeof attemptSchema>,
): AttemptId {
  requireRun(runId);
  return { suiteKey: suite, caseId, attempt };
}
