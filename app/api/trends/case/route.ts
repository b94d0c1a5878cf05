import * as z from 'zod';
import { database } from '@/lib/db';
import { caseTrend } from '@/lib/history';
import { respond } from '@/lib/http';
import type { Answers } from '@/lib/queries';

const searchSchema = z.object({ suite: z.string(), case: z.string() });

export function GET(request: Request): Promise<Response> {
  return respond(() => {
    const { suite, case: caseId } = searchSchema.parse(Object.fromEntries(new URL(request.url).searchParams));
    return Response.json(caseTrend(database(), { suiteKey: suite, caseId }) satisfies Answers['GET /api/trends/case']);
  });
}
