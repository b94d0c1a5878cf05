import { environment } from '@/lib/env';
import { route } from '@/lib/http';
import { describeWorkspace, listSuites } from '@/lib/workspace';

export const GET = route<'GET /api/workspace'>(async () => {
  const { workspace } = environment();
  const [suites, { agents, connectors }] = await Promise.all([listSuites(workspace), describeWorkspace(workspace)]);
  return { folder: workspace, suites, agents, connectors };
});
