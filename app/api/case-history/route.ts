import * as z from 'zod';
import { database } from '@/lib/db';
import { caseHistory } from '@/lib/history';
import { readSearch, route } from '@/lib/http';

const searchSchema = z.object({
  suite: z.string().min(1),
  case: z.string().min(1),
  limit: z.coerce.number().int().positive().max(200).default(50),
});

export const GET = route<'GET /api/case-history'>((request) => {
  const { suite, case: caseId, limit } = readSearch(request, searchSchema);
  return { points: caseHistory(database(), { suiteKey: suite, caseId, limit }) };
});
