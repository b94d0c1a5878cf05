import { defineRoute, parseRouteBody } from '@/lib/http';
import { generateCases, generateCasesSchema } from '@/lib/runs';

export const POST = defineRoute<'POST /api/cases/generate'>(async (request) =>
  generateCases(await parseRouteBody(request, generateCasesSchema), request.signal),
);
