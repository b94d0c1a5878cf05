import { readSuite, route } from '@/lib/http';
import { environment } from '@/runner/host/env';
import { agentFindings } from '@/runner/workspace';

export const GET = route<'GET /api/cases/agents'>(async (request) => ({
  findings: await agentFindings(environment().workspace, readSuite(request)),
}));
