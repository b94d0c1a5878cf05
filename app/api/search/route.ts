import * as z from 'zod';
import { defineRoute, parseSearchParams } from '@/lib/http';
import { getUpToDateHistory } from '@/lib/runs';
import { caseStatuses } from '@/runner/contract';
import { searchHistory } from '@/runner/history';

const searchSchema = z.object({
  q: z.string().max(1000),
  run: z.string().max(200).optional(),
  before: z.coerce.number().int().optional(),
  suite: z.string().max(1000).optional(),
  agent: z.string().max(1000).optional(),
  status: z.enum(caseStatuses).optional(),
});

export const GET = defineRoute<'GET /api/search'>((request) => {
  const { q, run, before, ...only } = parseSearchParams(request, searchSchema);
  return searchHistory(getUpToDateHistory(), { text: q, runId: run, before, only });
});
