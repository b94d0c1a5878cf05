import * as z from 'zod';
import { database } from '@/lib/db';
import { caseOutcomes } from '@/lib/history';
import { readSearch, route } from '@/lib/http';

const searchSchema = z.object({ suite: z.string().min(1) });

export const GET = route<'GET /api/cases/outcomes'>((request) => ({
  outcomes: caseOutcomes(database(), readSearch(request, searchSchema).suite),
}));
