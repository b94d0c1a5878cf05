import * as z from 'zod';
import { defineRoute, parseSearchParams } from '@/lib/http';
import { getUpToDateHistory } from '@/lib/runs';
import { readCaseTrend } from '@/runner/history';

const searchSchema = z.object({ suite: z.string(), case: z.string(), connector: z.string().default('') });

export const GET = defineRoute<'GET /api/trends/case'>((request) => {
  const { suite, case: caseId, connector } = parseSearchParams(request, searchSchema);
  return readCaseTrend(getUpToDateHistory(), { suiteKey: suite, caseId, connector });
});
