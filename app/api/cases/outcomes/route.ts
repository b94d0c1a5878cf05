import { readSuite, route } from '@/lib/http';
import { runRecords } from '@/lib/runs';
import { caseOutcomes } from '@/runner/history';

export const GET = route<'GET /api/cases/outcomes'>((request) => ({
  outcomes: caseOutcomes(runRecords(), readSuite(request)),
}));
