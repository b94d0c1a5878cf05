import * as z from 'zod';
import { readCase, readSearch, route } from '@/lib/http';
import { records } from '@/lib/runs';
import { caseHistory } from '@/runner/history';

const MOST_RUNS = 50;
/** A run: only those of its agent and connector are wanted. */
const likeSchema = z.object({ like: z.string().optional() });

export const GET = route<'GET /api/case-history'>((request) => ({
  points: caseHistory(records(), {
    ...readCase(request),
    like: readSearch(request, likeSchema).like,
    limit: MOST_RUNS,
  }),
}));
