import * as z from 'zod';
import { database } from '@/lib/db';
import { trends, trendWindows } from '@/lib/history';
import { readSearch, route } from '@/lib/http';

const searchSchema = z.object({
  suite: z.string().default(''),
  agent: z.string().default(''),
  window: z.enum(trendWindows).default('50'),
  same: z.enum(['true', 'false']).default('false'),
});

export const GET = route<'GET /api/trends'>((request) => {
  const { suite, agent, window, same } = readSearch(request, searchSchema);
  return trends(database(), { suiteKey: suite, agentId: agent, window, same: same === 'true', now: Date.now() });
});
