import * as z from 'zod';
import { readSearch, route } from '@/lib/http';
import { historyWithCorrectedRuns } from '@/lib/runs';
import { compareStoredRuns } from '@/runner/history';

const searchSchema = z.object({
  base: z.string().min(1),
  head: z.string().min(1),
  all: z.enum(['true', 'false']).default('false'),
});

export const GET = route<'GET /api/compare'>((request) => {
  const { all, ...ids } = readSearch(request, searchSchema);
  return compareStoredRuns(historyWithCorrectedRuns(), { ...ids, all: all === 'true' });
});
