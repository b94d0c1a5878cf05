import { readSuite, route } from '@/lib/http';
import { readEnvironment } from '@/runner/host/env';
import { checkCaseFile } from '@/runner/workspace';

export const GET = route<'GET /api/cases/listed'>((request) =>
  checkCaseFile(readEnvironment().workspace, readSuite(request)),
);
