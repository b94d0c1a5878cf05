import { filesBesideCases } from '../../agents/files-beside-cases.ts';
import { createReferenceAnswer, referenceFindings } from '../../authoring/index.ts';
import { listOxyFiles } from '../../compat/oxy/agent/oxy-files.ts';
import type { WorkspaceConfig } from '../../contract/index.ts';
import type { CaseInspection } from '../../inputs/read-case.ts';
import { createConnectors, type Variables } from '../../models/connectors.ts';
import { listAgentFolders } from '../../scripts/agent-folders.ts';

type Workspace = { root: string; config: WorkspaceConfig; variables: Variables };

export type WorkspaceCheck = { inspect(file: string): CaseInspection; connectors: readonly string[] };

/** Says of the cases of a file what they name and the workspace does not have: agents, connectors, scripts, attachments. */
export function createWorkspaceCheck({ root, config, variables }: Workspace): WorkspaceCheck {
  const listed = createConnectors({ root, config, variables }).list();
  const connectors = new Map(listed.map(({ id, problem }) => [id, problem]));
  const agents = [
    ...Object.keys(config.agents),
    ...listAgentFolders(root).keys(),
    ...listOxyFiles(root).map(({ id }) => id),
    ...listed.map(({ id }) => `model:${id}`),
  ];
  return {
    inspect(file) {
      const answer = createReferenceAnswer({ agents, connectors, ...filesBesideCases(file, root) });
      return (authored) => referenceFindings(authored, answer);
    },
    connectors: [...connectors.keys()],
  };
}
