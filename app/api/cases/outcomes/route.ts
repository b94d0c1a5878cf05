import { defineRoute, readSuite } from '@/lib/http';
import { getUpToDateHistory } from '@/lib/runs';
import { caseOutcomes } from '@/runner/history';

export const GET = defineRoute<'GET /api/cases/outcomes'>((request) => ({
  outcomes: caseOutcomes(getUpToDateHistory(), readSuite(request)),
}));
