import * as z from 'zod';
import { readCase, readSearch } from '@/lib/http';
import { requireRun } from '@/lib/runs';
import type { AttemptId } from '@/runner/fold';

const searchSchema = z.object({ attempt: z.coerce.number().int().positive().default(1) });

/** The attempt that a request is about. Throws when its run is not in this history. */
export function attemptIn(runId: string, request: Request): AttemptId {
  const key = { ...readCase(request), ...readSearch(request, searchSchema) };
  requireRun(runId);
  return key;
}
