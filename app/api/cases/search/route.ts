import * as z from 'zod';
import { readSearch, route } from '@/lib/http';
import { historyWithCorrectedRuns } from '@/lib/runs';
import { caseOutcomes } from '@/runner/history';
import { readEnvironment } from '@/runner/host/env';
import { searchCases } from '@/runner/workspace';

const MOST_SHOWN = 200;

const searchSchema = z.object({ q: z.string().trim().min(1).max(500) });

export const GET = route<'GET /api/cases/search'>((request) =>
  searchCases({
    workspace: readEnvironment().workspace,
    text: readSearch(request, searchSchema).q,
    limit: MOST_SHOWN,
    outcomesOf: (suiteKey) =>
      new Map(caseOutcomes(historyWithCorrectedRuns(), suiteKey).map((outcome) => [outcome.caseId, outcome])),
  }),
);
