import * as z from 'zod';
import { database } from '@/lib/db';
import { getAttemptState } from '@/lib/history';
import { respond } from '@/lib/http';
import type { Answers } from '@/lib/queries';
import type { RunRoute } from '../run-route';
import { attemptIn } from './attempt-request';

const bodiesSchema = z.enum(['whole', 'light']).default('light');

export function GET(request: Request, { params }: RunRoute): Promise<Response> {
  return respond(async () => {
    const { runId } = await params;
    const { searchParams } = new URL(request.url);
    const bodies = bodiesSchema.parse(searchParams.get('bodies') ?? undefined);
    return Response.json(
      getAttemptState(database(), runId, {
        ...attemptIn(runId, searchParams),
        bodies,
      }) satisfies Answers['GET /api/runs/[runId]/attempt'],
    );
  });
}
