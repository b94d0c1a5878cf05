import * as z from 'zod';
import { readSearch, route } from '@/lib/http';
import { historyWithCorrectedRuns } from '@/lib/runs';
import { caseTrend } from '@/runner/history';

const searchSchema = z.object({ suite: z.string(), case: z.string(), connector: z.string().default('') });

export const GET = route<'GET /api/trends/case'>((request) => {
  const { suite, case: caseId, connector } = readSearch(request, searchSchema);
  return caseTrend(historyWithCorrectedRuns(), { suiteKey: suite, caseId, connector });
});
