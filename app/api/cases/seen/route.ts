import { readSuite, route } from '@/lib/http';
import { readRecordedNames } from '@/runner/history';
import { database } from '@/runner/history/db';
import { readEnvironment } from '@/runner/host/env';
import { describeWorkspace } from '@/runner/workspace';

export const GET = route<'GET /api/cases/seen'>(async (request) => {
  const { agents, connectors } = await describeWorkspace(readEnvironment().workspace);
  const names = { agents: agents.map(({ id }) => id), connectors: connectors.map(({ id }) => id) };
  return { ...names, ...readRecordedNames(database(), readSuite(request)) };
});
