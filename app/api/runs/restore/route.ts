import * as z from 'zod';
import { database } from '@/lib/db';
import { restoreRuns } from '@/lib/history';
import { readJson, respond } from '@/lib/http';
import type { Answers } from '@/lib/queries';

const bodySchema = z.strictObject({ runIds: z.array(z.string().min(1)).min(1).max(1_000) });

export function POST(request: Request): Promise<Response> {
  return respond(async () => {
    const { runIds } = bodySchema.parse(await readJson(request));
    return Response.json({ count: restoreRuns(database(), runIds) } satisfies Answers['POST /api/runs/restore']);
  });
}
