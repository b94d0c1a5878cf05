import * as z from 'zod';
import { caseSchema } from '@/lib/http';
import { requireRun } from '@/lib/runs';
import type { AttemptId } from '@/runner/fold';

/** The attempt that a URL names. */
export const attemptSchema = caseSchema.extend({ attempt: z.coerce.number().int().positive().default(1) });

/** The attempt that a request is about. Throws if the attempt's run is not in this history. */
export function parseAttemptRequest(
  runId: string,
  { suite, case: caseId, attempt }: z.infer<typeof attemptSchema>,
): AttemptId {
  requireRun(runId);
  return { suiteKey: suite, caseId, attempt };
}
