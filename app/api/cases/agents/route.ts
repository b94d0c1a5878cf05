import { readSuite, route } from '@/lib/http';
import { readEnvironment } from '@/runner/host/env';
import { agentFindings } from '@/runner/workspace';

export const GET = route<'GET /api/cases/agents'>(async (request) => ({
  findings: await agentFindings(readEnvironment().workspace, readSuite(request)),
}));
