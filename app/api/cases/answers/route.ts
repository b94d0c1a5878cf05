import * as z from 'zod';
import { database } from '@/lib/db';
import { recordedAnswers } from '@/lib/history';
import { respond } from '@/lib/http';
import type { Answers } from '@/lib/queries';

const searchSchema = z.object({ suite: z.string().min(1), case: z.string().min(1) });

export function GET(request: Request): Promise<Response> {
  return respond(async () => {
    const { suite: suiteKey, case: caseId } = searchSchema.parse(Object.fromEntries(new URL(request.url).searchParams));
    return Response.json(recordedAnswers(database(), { suiteKey, caseId }) satisfies Answers['GET /api/cases/answers']);
  });
}
