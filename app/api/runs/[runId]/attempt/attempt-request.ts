import * as z from 'zod';
import { database } from '@/lib/db';
import { AppError } from '@/lib/errors';
import { getRun } from '@/lib/history';
import type { AttemptKey } from '@/runner/fold';

const searchSchema = z.object({
  suite: z.string().min(1),
  case: z.string().min(1),
  attempt: z.coerce.number().int().positive().default(1),
});

/** The attempt that a request is about. Throws when its run is not in this history. */
export function attemptIn(runId: string, search: URLSearchParams): AttemptKey {
  const { suite, case: caseId, attempt } = searchSchema.parse(Object.fromEntries(search));
  if (getRun(database(), runId) === undefined) {
    throw new AppError('not_found', `There is no run ${runId} in this history.`);
  }
  return { suiteKey: suite, caseId, attempt };
}
