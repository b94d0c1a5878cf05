import * as z from 'zod';
import { retentionPreview } from '@/lib/care';
import { readJson, respond } from '@/lib/http';

const limit = z.int().positive().max(100_000).optional();
const bodySchema = z.strictObject({ olderThanDays: limit, keep: limit });

/** Which runs would go; they are deleted by their ids, as any others. */
export function POST(request: Request): Promise<Response> {
  return respond(async () => Response.json(retentionPreview(bodySchema.parse(await readJson(request)))));
}
