import { type RunParams, respond } from '@/lib/http';
import { watchRun } from '@/lib/watch';

export function GET(request: Request, { params }: RunParams): Promise<Response> {
  return respond(async () => watchRun(request, (await params).runId));
}
