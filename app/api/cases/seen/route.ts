import { readSuite, route } from '@/lib/http';
import { readRecordedNames } from '@/runner/history';
import { database } from '@/runner/history/db';
import { readEnvironment } from '@/runner/host/env';
import { workspaceNames } from '@/runner/workspace';

export const GET = route<'GET /api/cases/seen'>(async (request) => {
  const suite = readSuite(request);
  const names = await workspaceNames(readEnvironment().workspace, suite);
  return { ...names, ...readRecordedNames(database(), suite) };
});
