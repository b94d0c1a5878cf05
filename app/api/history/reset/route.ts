import * as z from 'zod';
import { readJson, respond } from '@/lib/http';
import type { Answers } from '@/lib/queries';
import { resetHistory } from '@/lib/settings';

export function POST(request: Request): Promise<Response> {
  return respond(async () => {
    z.strictObject({}).parse(await readJson(request));
    return Response.json(resetHistory() satisfies Answers['POST /api/history/reset']);
  });
}
