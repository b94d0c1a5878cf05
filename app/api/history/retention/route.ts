import { defineRoute, parseRouteBody } from '@/lib/http';
import { buildRetentionPreview, retentionSchema } from '@/lib/settings';

/**
 * Lists the runs that the retention settings would delete. The page deletes them with the same request as any other
 * run.
 */
export const POST = defineRoute<'POST /api/history/retention'>(async (request) =>
  buildRetentionPreview(await parseRouteBody(request, retentionSchema)),
);
