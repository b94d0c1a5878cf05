import * as z from 'zod';
import { database } from '@/lib/db';
import { AppError } from '@/lib/errors';
import { getRun, labelRun } from '@/lib/history';
import { readJson, respond } from '@/lib/http';
import type { Answers } from '@/lib/queries';
import type { RunRoute } from '../run-route';

const bodySchema = z.strictObject({ label: z.string().trim().max(200) });

export function POST(request: Request, { params }: RunRoute): Promise<Response> {
  return respond(async () => {
    const { runId } = await params;
    const { label } = bodySchema.parse(await readJson(request));
    if (getRun(database(), runId) === undefined) {
      throw new AppError('not_found', `There is no run ${runId} in this history.`);
    }
    labelRun(database(), runId, label);
    return Response.json({ label } satisfies Answers['POST /api/runs/[runId]/label']);
  });
}
