import { defineRoute } from '@/lib/http';
import { readEnvironment } from '@/runner/host/env';
import { describeWorkspace, listSuites } from '@/runner/workspace';

export const GET = defineRoute<'GET /api/workspace'>(async () => {
  const { workspace } = readEnvironment();
  const { agents, ...workspaceParts } = await describeWorkspace(workspace);
  return { folder: workspace, suites: await listSuites(workspace, agents), agents, ...workspaceParts };
});
