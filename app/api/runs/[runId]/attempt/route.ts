import * as z from 'zod';
import { database } from '@/lib/db';
import { AppError } from '@/lib/errors';
import { getAttemptState, getRun } from '@/lib/history';
import { respond } from '@/lib/http';
import type { RunRoute } from '../run-route';

const searchSchema = z.object({
  suite: z.string().min(1),
  case: z.string().min(1),
  attempt: z.coerce.number().int().positive().default(1),
});

export function GET(request: Request, { params }: RunRoute): Promise<Response> {
  return respond(async () => {
    const { runId } = await params;
    const search = searchSchema.parse(Object.fromEntries(new URL(request.url).searchParams));
    if (getRun(database(), runId) === undefined) {
      throw new AppError('not_found', `There is no run ${runId} in this history.`);
    }
    const key = { suiteKey: search.suite, caseId: search.case, attempt: search.attempt };
    return Response.json(getAttemptState(database(), runId, key));
  });
}
