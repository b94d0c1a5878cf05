import { readSuite, route } from '@/lib/http';
import { seenNames } from '@/runner/history';
import { database } from '@/runner/history/db';
import { environment } from '@/runner/host/env';
import { describeWorkspace } from '@/runner/workspace';

export const GET = route<'GET /api/cases/seen'>(async (request) => {
  const { agents, connectors } = await describeWorkspace(environment().workspace);
  const names = { agents: agents.map(({ id }) => id), connectors: connectors.map(({ id }) => id) };
  return { ...names, ...seenNames(database(), readSuite(request)) };
});
