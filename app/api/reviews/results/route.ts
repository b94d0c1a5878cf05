import * as z from 'zod';
import { defineRoute, parseSearchParams } from '@/lib/http';
import { computeQueueResults } from '@/lib/reviews';

const searchSchema = z.object({ name: z.string().min(1) });

export const GET = defineRoute<'GET /api/reviews/results'>((request) =>
  computeQueueResults(parseSearchParams(request, searchSchema).name),
);
