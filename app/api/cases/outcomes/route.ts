import { caseOutcomes } from '@/runner/history';
import { readSuite, route } from '@/lib/http';
import { records } from '@/lib/runs';

export const GET = route<'GET /api/cases/outcomes'>((request) => ({
  outcomes: caseOutcomes(records(), readSuite(request)),
}));
