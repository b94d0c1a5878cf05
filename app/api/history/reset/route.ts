import * as z from 'zod';
import { resetHistory } from '@/lib/care';
import { readJson, respond } from '@/lib/http';

export function POST(request: Request): Promise<Response> {
  return respond(async () => {
    z.strictObject({}).parse(await readJson(request));
    return Response.json(resetHistory());
  });
}
