import * as z from 'zod';
import { readJson, runRoute } from '@/lib/http';
import type { Answers } from '@/lib/queries';
import { runAgain } from '@/lib/runs';

const bodySchema = z.strictObject({
  suite: z.string().min(1).optional(),
  case: z.string().min(1).optional(),
  /** Those that did not pass. */
  only: z.literal('bad').optional(),
});

export const POST = runRoute<'POST /api/runs/[runId]/again'>(async (request, runId) => {
  const answer = await runAgain(runId, await readJson(request, bodySchema));
  return Response.json(answer satisfies Answers['POST /api/runs/[runId]/again'], { status: answer.ok ? 201 : 200 });
});
