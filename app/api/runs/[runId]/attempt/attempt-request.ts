import * as z from 'zod';
import { readSearch } from '@/lib/http';
import { requireRun } from '@/lib/runs';
import type { AttemptKey } from '@/runner/fold';

const searchSchema = z.object({
  suite: z.string().min(1),
  case: z.string().min(1),
  attempt: z.coerce.number().int().positive().default(1),
});

/** The attempt that a request is about. Throws when its run is not in this history. */
export function attemptIn(runId: string, request: Request): AttemptKey {
  const { suite, case: caseId, attempt } = readSearch(request, searchSchema);
  requireRun(runId);
  return { suiteKey: suite, caseId, attempt };
}
