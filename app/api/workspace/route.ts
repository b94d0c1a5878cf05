import { environment } from '@/lib/env';
import { respond } from '@/lib/http';
import type { Answers } from '@/lib/queries';
import { describeWorkspace, listSuites } from '@/lib/workspace';

export function GET(): Promise<Response> {
  return respond(async () => {
    const { workspace } = environment();
    const [suites, { agents, connectors }] = await Promise.all([listSuites(workspace), describeWorkspace(workspace)]);
    return Response.json({ folder: workspace, suites, agents, connectors } satisfies Answers['GET /api/workspace']);
  });
}
