import * as z from 'zod';
import { database } from '@/lib/db';
import { environment } from '@/lib/env';
import { seenNames } from '@/lib/history';
import { readSearch, route } from '@/lib/http';
import { describeWorkspace } from '@/lib/workspace';

const searchSchema = z.object({ suite: z.string().min(1) });

export const GET = route<'GET /api/cases/seen'>(async (request) => {
  const { suite } = readSearch(request, searchSchema);
  const { agents, connectors } = await describeWorkspace(environment().workspace);
  const names = { agents: agents.map(({ id }) => id), connectors: connectors.map(({ id }) => id) };
  return { ...names, ...seenNames(database(), suite) };
});
