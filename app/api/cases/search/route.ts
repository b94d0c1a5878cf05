import * as z from 'zod';
import { defineRoute, parseSearchParams } from '@/lib/http';
import { getUpToDateHistory } from '@/lib/runs';
import { listCaseOutcomes } from '@/runner/history';
import { readEnvironment } from '@/runner/host/env';
import { searchCases } from '@/runner/workspace';

const MAX_RESULTS = 200;

const searchSchema = z.object({ q: z.string().trim().min(1).max(500) });

export const GET = defineRoute<'GET /api/cases/search'>((request) =>
  searchCases({
    workspace: readEnvironment().workspace,
    text: parseSearchParams(request, searchSchema).q,
    limit: MAX_RESULTS,
    outcomesOf: (suiteKey) =>
      new Map(listCaseOutcomes(getUpToDateHistory(), suiteKey).map((outcome) => [outcome.caseId, outcome])),
  }),
);
