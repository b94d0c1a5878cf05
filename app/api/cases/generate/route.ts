import * as z from 'zod';
import { readJson, respond } from '@/lib/http';
import type { Answers } from '@/lib/queries';
import { generateCases } from '@/lib/runs';

const bodySchema = z.strictObject({
  by: z.enum(['agents', 'scripts']),
  id: z.string().regex(/^[^?\s-][^?\s]*$/, 'is not a name of an agent or of a function'),
  target: z.string().min(1).max(500),
  count: z.int().positive().max(200),
  focus: z.string().trim().min(1).max(2_000).optional(),
});

export function POST(request: Request): Promise<Response> {
  return respond(async () => {
    const { focus, ...wanted } = bodySchema.parse(await readJson(request));
    const answer = await generateCases({ ...wanted, ...(focus === undefined ? {} : { focus }) }, request.signal);
    return Response.json(answer satisfies Answers['POST /api/cases/generate']);
  });
}
