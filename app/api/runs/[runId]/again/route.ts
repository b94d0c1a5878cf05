import { readJson, runRoute } from '@/lib/http';
import type { Answers } from '@/lib/queries';
import { runAgain, whatAgainSchema } from '@/lib/runs';

export const POST = runRoute<'POST /api/runs/[runId]/again'>(async (request, runId) => {
  const answer = await runAgain(runId, await readJson(request, whatAgainSchema));
  return Response.json(answer satisfies Answers['POST /api/runs/[runId]/again'], { status: answer.ok ? 201 : 200 });
});
