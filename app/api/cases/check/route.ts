import { defineRoute, parseSuiteParam } from '@/lib/http';
import { readEnvironment } from '@/runner/host/env';
import { checkCaseFile } from '@/runner/workspace';

export const GET = defineRoute<'GET /api/cases/check'>((request) =>
  checkCaseFile(readEnvironment().workspace, parseSuiteParam(request)),
);
