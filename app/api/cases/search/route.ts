import * as z from 'zod';
import { defineRoute, readSearch } from '@/lib/http';
import { getUpToDateHistory } from '@/lib/runs';
import { caseOutcomes } from '@/runner/history';
import { readEnvironment } from '@/runner/host/env';
import { searchCases } from '@/runner/workspace';

const MOST_SHOWN = 200;

const searchSchema = z.object({ q: z.string().trim().min(1).max(500) });

export const GET = defineRoute<'GET /api/cases/search'>((request) =>
  searchCases({
    workspace: readEnvironment().workspace,
    text: readSearch(request, searchSchema).q,
    limit: MOST_SHOWN,
    outcomesOf: (suiteKey) =>
      new Map(caseOutcomes(getUpToDateHistory(), suiteKey).map((outcome) => [outcome.caseId, outcome])),
  }),
);
