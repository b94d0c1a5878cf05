import * as z from 'zod';
import { readJson, respond } from '@/lib/http';
import type { Answers } from '@/lib/queries';
import { runAgain } from '@/lib/runs';
import type { RunRoute } from '../run-route';

const bodySchema = z.strictObject({
  suite: z.string().min(1).optional(),
  case: z.string().min(1).optional(),
  /** Those that did not pass. */
  only: z.literal('bad').optional(),
});

export function POST(request: Request, { params }: RunRoute): Promise<Response> {
  return respond(async () => {
    const { runId } = await params;
    const answer = await runAgain(runId, bodySchema.parse(await readJson(request)));
    return Response.json(answer satisfies Answers['POST /api/runs/[runId]/again'], { status: answer.ok ? 201 : 200 });
  });
}
