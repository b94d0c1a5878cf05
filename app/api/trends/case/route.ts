import * as z from 'zod';
import { database } from '@/lib/db';
import { caseTrend } from '@/lib/history';
import { readSearch, route } from '@/lib/http';

const searchSchema = z.object({ suite: z.string(), case: z.string(), connector: z.string().default('') });

export const GET = route<'GET /api/trends/case'>((request) => {
  const { suite, case: caseId, connector } = readSearch(request, searchSchema);
  return caseTrend(database(), { suiteKey: suite, caseId, connector });
});
