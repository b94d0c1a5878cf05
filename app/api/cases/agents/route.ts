import { defineRoute, readSuite } from '@/lib/http';
import { readEnvironment } from '@/runner/host/env';
import { lintAgents } from '@/runner/workspace';

export const GET = defineRoute<'GET /api/cases/agents'>(async (request) => ({
  findings: await lintAgents(readEnvironment().workspace, readSuite(request)),
}));
