import * as z from 'zod';
import { database } from '@/lib/db';
import { caseOutcomes } from '@/lib/history';
import { respond } from '@/lib/http';
import type { Answers } from '@/lib/queries';

const searchSchema = z.object({ suite: z.string().min(1) });

export function GET(request: Request): Promise<Response> {
  return respond(() => {
    const { suite } = searchSchema.parse(Object.fromEntries(new URL(request.url).searchParams));
    return Response.json({ outcomes: caseOutcomes(database(), suite) } satisfies Answers['GET /api/cases/outcomes']);
  });
}
