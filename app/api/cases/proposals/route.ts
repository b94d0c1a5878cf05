import { readCase, route } from '@/lib/http';
import { proposeRules } from '@/lib/runs';

export const GET = route<'GET /api/cases/proposals'>((request) => proposeRules(readCase(request), request.signal));
