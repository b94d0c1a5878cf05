import { readJson, route } from '@/lib/http';
import { retentionPreview, retentionSchema } from '@/lib/settings';

/** Lists the runs that would go; they are deleted by id, like any others. */
export const POST = route<'POST /api/history/retention'>(async (request) =>
  retentionPreview(await readJson(request, retentionSchema)),
);
