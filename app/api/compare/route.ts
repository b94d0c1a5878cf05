import * as z from 'zod';
import { database } from '@/lib/db';
import { compareStoredRuns } from '@/lib/history';
import { readSearch, route } from '@/lib/http';

const searchSchema = z.object({
  base: z.string().min(1),
  head: z.string().min(1),
  all: z.enum(['true', 'false']).default('false'),
});

export const GET = route<'GET /api/compare'>((request) => {
  const { all, ...ids } = readSearch(request, searchSchema);
  return compareStoredRuns(database(), { ...ids, all: all === 'true' });
});
