import { database } from '@/lib/db';
import { caseHistory } from '@/lib/history';
import { readCase, route } from '@/lib/http';

const MOST_RUNS = 50;

export const GET = route<'GET /api/case-history'>((request) => ({
  points: caseHistory(database(), { ...readCase(request), limit: MOST_RUNS }),
}));
