import * as z from 'zod';
import { database } from '@/lib/db';
import { environment } from '@/lib/env';
import { seenNames } from '@/lib/history';
import { respond } from '@/lib/http';
import type { Answers } from '@/lib/queries';
import { describeWorkspace } from '@/lib/workspace';

const searchSchema = z.object({ suite: z.string().min(1) });

export function GET(request: Request): Promise<Response> {
  return respond(async () => {
    const { suite } = searchSchema.parse(Object.fromEntries(new URL(request.url).searchParams));
    const { agents, connectors } = await describeWorkspace(environment().workspace);
    const names = { agents: agents.map(({ id }) => id), connectors: connectors.map(({ id }) => id) };
    return Response.json({ ...names, ...seenNames(database(), suite) } satisfies Answers['GET /api/cases/seen']);
  });
}
