import * as z from 'zod';
import { database } from '@/lib/db';
import { readBody } from '@/lib/history';
import { respond } from '@/lib/http';
import type { Answers } from '@/lib/queries';
import type { RunRoute } from '../../run-route';
import { attemptIn } from '../attempt-request';

const placeSchema = z.string().min(1);

/** The whole of a text of which the attempt has only the beginning. */
export function GET(request: Request, { params }: RunRoute): Promise<Response> {
  return respond(async () => {
    const { runId } = await params;
    const { searchParams } = new URL(request.url);
    const at = placeSchema.parse(searchParams.get('at'));
    return Response.json({
      text: readBody(database(), runId, { ...attemptIn(runId, searchParams), at }),
    } satisfies Answers['GET /api/runs/[runId]/attempt/body']);
  });
}
