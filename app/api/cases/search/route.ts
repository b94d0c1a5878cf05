import * as z from 'zod';
import { database } from '@/lib/db';
import { environment } from '@/lib/env';
import { caseOutcomes } from '@/lib/history';
import { respond } from '@/lib/http';
import type { Answers } from '@/lib/queries';
import { searchCases } from '@/lib/workspace';

const MOST_SHOWN = 200;

const searchSchema = z.object({ q: z.string().trim().min(1).max(500) });

export function GET(request: Request): Promise<Response> {
  return respond(async () => {
    const { q } = searchSchema.parse(Object.fromEntries(new URL(request.url).searchParams));
    const answer = await searchCases({
      workspace: environment().workspace,
      text: q,
      limit: MOST_SHOWN,
      outcomesOf: (suiteKey) => new Map(caseOutcomes(database(), suiteKey).map((outcome) => [outcome.caseId, outcome])),
    });
    return Response.json(answer satisfies Answers['GET /api/cases/search']);
  });
}
