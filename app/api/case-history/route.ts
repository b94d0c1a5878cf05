import * as z from 'zod';
import { caseSchema, defineRoute, parseSearchParams } from '@/lib/http';
import { getUpToDateHistory } from '@/lib/runs';
import { readCaseHistory } from '@/runner/history';

const MAX_RUNS = 50;
/** `like` is the id of a run: only runs with the same agent and connector are returned. */
const searchSchema = caseSchema.extend({ like: z.string().optional() });

export const GET = defineRoute<'GET /api/case-history'>((request) => {
  const { suite: suiteKey, case: caseId, like } = parseSearchParams(request, searchSchema);
  return { points: readCaseHistory(getUpToDateHistory(), { suiteKey, caseId, like, limit: MAX_RUNS }) };
});
