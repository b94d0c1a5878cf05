import { readSuite, route } from '@/lib/http';
import { environment } from '@/runner/host/env';
import { checkCaseFile } from '@/runner/workspace';

export const GET = route<'GET /api/cases/listed'>((request) =>
  checkCaseFile(environment().workspace, readSuite(request)),
);
