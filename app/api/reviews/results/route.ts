import * as z from 'zod';
import { readSearch, route } from '@/lib/http';
import { queueResults } from '@/lib/reviews';

const searchSchema = z.object({ name: z.string().min(1) });

export const GET = route<'GET /api/reviews/results'>((request) => queueResults(readSearch(request, searchSchema).name));
