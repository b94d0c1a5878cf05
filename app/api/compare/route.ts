import * as z from 'zod';
import { database } from '@/lib/db';
import { compareStoredRuns } from '@/lib/history';
import { respond } from '@/lib/http';
import type { Answers } from '@/lib/queries';

const searchSchema = z.object({
  base: z.string().min(1),
  head: z.string().min(1),
  all: z.enum(['true', 'false']).default('false'),
});

export function GET(request: Request): Promise<Response> {
  return respond(() => {
    const { all, ...ids } = searchSchema.parse(Object.fromEntries(new URL(request.url).searchParams));
    return Response.json(
      compareStoredRuns(database(), { ...ids, all: all === 'true' }) satisfies Answers['GET /api/compare'],
    );
  });
}
