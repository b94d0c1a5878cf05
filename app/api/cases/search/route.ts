import * as z from 'zod';
import { environment } from '@/runner/host/env';
import { caseOutcomes } from '@/runner/history';
import { readSearch, route } from '@/lib/http';
import { records } from '@/lib/runs';
import { searchCases } from '@/runner/workspace';

const MOST_SHOWN = 200;

const searchSchema = z.object({ q: z.string().trim().min(1).max(500) });

export const GET = route<'GET /api/cases/search'>((request) =>
  searchCases({
    workspace: environment().workspace,
    text: readSearch(request, searchSchema).q,
    limit: MOST_SHOWN,
    outcomesOf: (suiteKey) => new Map(caseOutcomes(records(), suiteKey).map((outcome) => [outcome.caseId, outcome])),
  }),
);
