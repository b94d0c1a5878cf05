import * as z from 'zod';
import { readJson, route } from '@/lib/http';
import { generateCases } from '@/lib/runs';

const bodySchema = z.strictObject({
  by: z.enum(['agents', 'scripts']),
  id: z.string().regex(/^[^?\s-][^?\s]*$/, 'is not a name of an agent or of a function'),
  target: z.string().min(1).max(500),
  count: z.int().positive().max(200),
  focus: z.string().trim().min(1).max(2_000).optional(),
});

export const POST = route<'POST /api/cases/generate'>(async (request) =>
  generateCases(await readJson(request, bodySchema), request.signal),
);
