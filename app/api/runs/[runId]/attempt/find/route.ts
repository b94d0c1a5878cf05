import * as z from 'zod';
import { database } from '@/lib/db';
import { findInAttempt } from '@/lib/history';
import { respond } from '@/lib/http';
import type { Answers } from '@/lib/queries';
import type { RunRoute } from '../../run-route';
import { attemptIn } from '../attempt-request';

const textSchema = z.string().min(1).max(1_000);

/** Searches the texts of which the attempt has only the beginning. */
export function GET(request: Request, { params }: RunRoute): Promise<Response> {
  return respond(async () => {
    const { runId } = await params;
    const { searchParams } = new URL(request.url);
    const asked = { ...attemptIn(runId, searchParams), text: textSchema.parse(searchParams.get('text')) };
    return Response.json(
      (await findInAttempt(
        database(),
        runId,
        asked,
        request.signal,
      )) satisfies Answers['GET /api/runs/[runId]/attempt/find'],
    );
  });
}
