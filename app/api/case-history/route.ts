import * as z from 'zod';
import { database } from '@/lib/db';
import { caseHistory } from '@/lib/history';
import { respond } from '@/lib/http';
import type { Answers } from '@/lib/queries';

const searchSchema = z.object({
  suite: z.string().min(1),
  case: z.string().min(1),
  limit: z.coerce.number().int().positive().max(200).default(50),
});

export function GET(request: Request): Promise<Response> {
  return respond(() => {
    const { suite, case: caseId, limit } = searchSchema.parse(Object.fromEntries(new URL(request.url).searchParams));
    return Response.json({
      points: caseHistory(database(), { suiteKey: suite, caseId, limit }),
    } satisfies Answers['GET /api/case-history']);
  });
}
