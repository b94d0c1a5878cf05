import { defineRoute, parseCaseParams } from '@/lib/http';
import { proposeRules } from '@/lib/runs';

export const GET = defineRoute<'GET /api/cases/proposals'>((request) =>
  proposeRules(parseCaseParams(request), request.signal),
);
