import * as z from 'zod';
import { readJson, route } from '@/lib/http';
import { retentionPreview } from '@/lib/settings';

const limit = z.int().positive().max(100_000).optional();
const bodySchema = z.strictObject({ olderThanDays: limit, keep: limit });

/** Lists the runs that would go; they are deleted by id, like any others. */
export const POST = route<'POST /api/history/retention'>(async (request) =>
  retentionPreview(await readJson(request, bodySchema)),
);
