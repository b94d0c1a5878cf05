import { defineRoute, readJson } from '@/lib/http';
import { retentionPreview, retentionSchema } from '@/lib/settings';

/** Previews which runs retention would delete. The page then deletes them by id, like any other run. */
export const POST = defineRoute<'POST /api/history/retention'>(async (request) =>
  retentionPreview(await readJson(request, retentionSchema)),
);
