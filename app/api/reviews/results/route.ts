import * as z from 'zod';
import { defineRoute, readSearch } from '@/lib/http';
import { queueResults } from '@/lib/reviews';

const searchSchema = z.object({ name: z.string().min(1) });

export const GET = defineRoute<'GET /api/reviews/results'>((request) =>
  queueResults(readSearch(request, searchSchema).name),
);
