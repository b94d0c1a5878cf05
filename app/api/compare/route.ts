import * as z from 'zod';
import { compareStoredRuns } from '@/runner/history';
import { readSearch, route } from '@/lib/http';
import { records } from '@/lib/runs';

const searchSchema = z.object({
  base: z.string().min(1),
  head: z.string().min(1),
  all: z.enum(['true', 'false']).default('false'),
});

export const GET = route<'GET /api/compare'>((request) => {
  const { all, ...ids } = readSearch(request, searchSchema);
  return compareStoredRuns(records(), { ...ids, all: all === 'true' });
});
