import { AppError } from '@/lib/errors';
import { respond } from '@/lib/http';
import type { Answers } from '@/lib/queries';
import { cancelRun } from '@/lib/runs';
import type { RunRoute } from '../run-route';

export function POST(_request: Request, { params }: RunRoute): Promise<Response> {
  return respond(async () => {
    const { runId } = await params;
    const answer = cancelRun(runId);
    if (answer === 'unknown') throw new AppError('not_found', `There is no run ${runId} in this history.`);
    return Response.json({ answer } satisfies Answers['POST /api/runs/[runId]/cancel']);
  });
}
