import * as z from 'zod';
import { defineRoute, readSearch } from '@/lib/http';
import { getUpToDateHistory } from '@/lib/runs';
import { caseTrend } from '@/runner/history';

const searchSchema = z.object({ suite: z.string(), case: z.string(), connector: z.string().default('') });

export const GET = defineRoute<'GET /api/trends/case'>((request) => {
  const { suite, case: caseId, connector } = readSearch(request, searchSchema);
  return caseTrend(getUpToDateHistory(), { suiteKey: suite, caseId, connector });
});
