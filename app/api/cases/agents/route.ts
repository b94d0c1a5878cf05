import { defineRoute, parseSuiteParam } from '@/lib/http';
import { readEnvironment } from '@/runner/host/env';
import { lintAgents } from '@/runner/workspace';

export const GET = defineRoute<'GET /api/cases/agents'>(async (request) => ({
  findings: await lintAgents(readEnvironment().workspace, parseSuiteParam(request)),
}));
