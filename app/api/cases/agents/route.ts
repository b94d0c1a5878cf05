import { environment } from '@/lib/env';
import { readSuite, route } from '@/lib/http';
import { agentFindings } from '@/lib/workspace';

export const GET = route<'GET /api/cases/agents'>(async (request) => ({
  findings: await agentFindings(environment().workspace, readSuite(request)),
}));
