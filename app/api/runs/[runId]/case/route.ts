import * as z from 'zod';
import { database } from '@/lib/db';
import { AppError } from '@/lib/errors';
import { attemptsOfCase, getRun } from '@/lib/history';
import { respond } from '@/lib/http';
import type { Answers } from '@/lib/queries';
import type { RunRoute } from '../run-route';

const searchSchema = z.object({ suite: z.string().min(1), case: z.string().min(1) });

export function GET(request: Request, { params }: RunRoute): Promise<Response> {
  return respond(async () => {
    const { runId } = await params;
    const { suite, case: caseId } = searchSchema.parse(Object.fromEntries(new URL(request.url).searchParams));
    if (getRun(database(), runId) === undefined) {
      throw new AppError('not_found', `There is no run ${runId} in this history.`);
    }
    const found = attemptsOfCase(database(), runId, { suiteKey: suite, caseId }) ?? null;
    return Response.json({ found } satisfies Answers['GET /api/runs/[runId]/case']);
  });
}
