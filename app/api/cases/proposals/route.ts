import { defineRoute, readCase } from '@/lib/http';
import { proposeRules } from '@/lib/runs';

export const GET = defineRoute<'GET /api/cases/proposals'>((request) =>
  proposeRules(readCase(request), request.signal),
);
