import * as z from 'zod';
import { readJson, respond } from '@/lib/http';
import type { Answers } from '@/lib/queries';
import { retentionPreview } from '@/lib/settings';

const limit = z.int().positive().max(100_000).optional();
const bodySchema = z.strictObject({ olderThanDays: limit, keep: limit });

/** Lists the runs that would go; they are deleted by id, like any others. */
export function POST(request: Request): Promise<Response> {
  return respond(async () =>
    Response.json(
      retentionPreview(bodySchema.parse(await readJson(request))) satisfies Answers['POST /api/history/retention'],
    ),
  );
}
