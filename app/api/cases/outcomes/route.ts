import { readSuite, route } from '@/lib/http';
import { historyWithCorrectedRuns } from '@/lib/runs';
import { caseOutcomes } from '@/runner/history';

export const GET = route<'GET /api/cases/outcomes'>((request) => ({
  outcomes: caseOutcomes(historyWithCorrectedRuns(), readSuite(request)),
}));
