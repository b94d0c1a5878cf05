import { respond } from '@/lib/http';
import { runAgain } from '@/lib/runs';
import type { RunRoute } from '../run-route';

export function POST(_request: Request, { params }: RunRoute): Promise<Response> {
  return respond(async () => {
    const { runId } = await params;
    const answer = await runAgain(runId);
    return Response.json(answer, { status: answer.ok ? 201 : 200 });
  });
}
