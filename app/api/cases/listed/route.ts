import { environment } from '@/lib/env';
import { readSuite, route } from '@/lib/http';
import { checkCaseFile } from '@/lib/workspace';

export const GET = route<'GET /api/cases/listed'>((request) =>
  checkCaseFile(environment().workspace, readSuite(request)),
);
