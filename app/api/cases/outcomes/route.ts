import { database } from '@/lib/db';
import { caseOutcomes } from '@/lib/history';
import { readSuite, route } from '@/lib/http';

export const GET = route<'GET /api/cases/outcomes'>((request) => ({
  outcomes: caseOutcomes(database(), readSuite(request)),
}));
