import { database } from '@/lib/db';
import { environment } from '@/lib/env';
import { seenNames } from '@/lib/history';
import { readSuite, route } from '@/lib/http';
import { describeWorkspace } from '@/lib/workspace';

export const GET = route<'GET /api/cases/seen'>(async (request) => {
  const { agents, connectors } = await describeWorkspace(environment().workspace);
  const names = { agents: agents.map(({ id }) => id), connectors: connectors.map(({ id }) => id) };
  return { ...names, ...seenNames(database(), readSuite(request)) };
});
