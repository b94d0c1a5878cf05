import { defineRoute, parseRouteBody } from '@/lib/http';
import { buildRetentionPreview, retentionSchema } from '@/lib/settings';

/** Previews which runs retention would delete. The page then deletes them by id, like any other run. */
export const POST = defineRoute<'POST /api/history/retention'>(async (request) =>
  buildRetentionPreview(await parseRouteBody(request, retentionSchema)),
);
