import * as z from 'zod';
import { defineRoute, parseSearchParams } from '@/lib/http';
import { getUpToDateHistory } from '@/lib/runs';
import { compareStoredRuns } from '@/runner/history';

const searchSchema = z.object({
  base: z.string().min(1),
  head: z.string().min(1),
  all: z.enum(['true', 'false']).default('false'),
});

export const GET = defineRoute<'GET /api/compare'>((request) => {
  const { all, ...ids } = parseSearchParams(request, searchSchema);
  return compareStoredRuns(getUpToDateHistory(), { ...ids, all: all === 'true' });
});
