import * as z from 'zod';
import { database } from '@/lib/db';
import { AppError } from '@/lib/errors';
import { baselineOf, getRun, pinBaseline, unpinBaseline } from '@/lib/history';
import { readJson, respond } from '@/lib/http';
import type { Answers } from '@/lib/queries';
import type { RunRoute } from '../run-route';

const bodySchema = z.strictObject({ pinned: z.boolean() });

export function POST(request: Request, { params }: RunRoute): Promise<Response> {
  return respond(async () => {
    const { runId } = await params;
    const { pinned } = bodySchema.parse(await readJson(request));
    const run = getRun(database(), runId);
    if (run === undefined) throw new AppError('not_found', `There is no run ${runId} in this history.`);
    if (pinned) pinBaseline(database(), { suiteKey: run.suiteKey, runId, now: Date.now() });
    else if (baselineOf(database(), run.suiteKey) === runId) unpinBaseline(database(), run.suiteKey);
    return Response.json({ pinned } satisfies Answers['POST /api/runs/[runId]/baseline']);
  });
}
