import * as z from 'zod';
import { database } from '@/lib/db';
import { trends, trendWindows } from '@/lib/history';
import { respond } from '@/lib/http';
import type { Answers } from '@/lib/queries';

const searchSchema = z.object({
  suite: z.string().default(''),
  agent: z.string().default(''),
  window: z.enum(trendWindows).default('50'),
  same: z.enum(['true', 'false']).default('false'),
});

export function GET(request: Request): Promise<Response> {
  return respond(() => {
    const { suite, agent, window, same } = searchSchema.parse(Object.fromEntries(new URL(request.url).searchParams));
    const wanted = { suiteKey: suite, agentId: agent, window, same: same === 'true', now: Date.now() };
    return Response.json(trends(database(), wanted) satisfies Answers['GET /api/trends']);
  });
}
