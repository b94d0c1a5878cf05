import * as z from 'zod';
import { defineRoute, parseSearchParams } from '@/lib/http';
import { getUpToDateHistory } from '@/lib/runs';
import { readTrends, trendWindows } from '@/runner/history';

const searchSchema = z.object({
  suite: z.string().default(''),
  agent: z.string().default(''),
  connector: z.string().default(''),
  simulator: z.string().default(''),
  window: z.enum(trendWindows).default('50'),
  same: z.enum(['true', 'false']).default('false'),
});

export const GET = defineRoute<'GET /api/trends'>((request) => {
  const { suite, agent, same, ...search } = parseSearchParams(request, searchSchema);
  return readTrends(getUpToDateHistory(), {
    ...search,
    suiteKey: suite,
    agentId: agent,
    same: same === 'true',
    now: Date.now(),
  });
});
