import * as z from 'zod';
import { environment } from '@/lib/env';
import { respond } from '@/lib/http';
import type { Answers } from '@/lib/queries';
import { checkCaseFile } from '@/lib/workspace';

const searchSchema = z.object({ suite: z.string().min(1) });

export function GET(request: Request): Promise<Response> {
  return respond(async () => {
    const { suite } = searchSchema.parse(Object.fromEntries(new URL(request.url).searchParams));
    return Response.json(
      (await checkCaseFile(environment().workspace, suite)) satisfies Answers['GET /api/cases/listed'],
    );
  });
}
