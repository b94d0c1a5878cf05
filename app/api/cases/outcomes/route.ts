import { defineRoute, parseSuiteParam } from '@/lib/http';
import { getUpToDateHistory } from '@/lib/runs';
import { listCaseOutcomes } from '@/runner/history';

export const GET = defineRoute<'GET /api/cases/outcomes'>((request) => ({
  outcomes: listCaseOutcomes(getUpToDateHistory(), parseSuiteParam(request)),
}));
