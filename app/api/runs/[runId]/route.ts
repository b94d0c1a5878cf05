import { AppError } from '@/lib/errors';
import { respond } from '@/lib/http';
import type { Answers } from '@/lib/queries';
import { runReader } from '@/lib/runs';
import type { RunRoute } from './run-route';

export function GET(_request: Request, { params }: RunRoute): Promise<Response> {
  return respond(async () => {
    const { runId } = await params;
    const state = runReader().read(runId);
    if (state === undefined) throw new AppError('not_found', `There is no run ${runId} in this history.`);
    return Response.json(state satisfies Answers['GET /api/runs/[runId]']);
  });
}
