import { createAgents } from '../../agents/create-agents.ts';
import { filesBesideCases } from '../../agents/files-beside-cases.ts';
import { createReferenceAnswer, referenceFindings } from '../../authoring/index.ts';
import type { WorkspaceConfig } from '../../contract/index.ts';
import type { CaseInspection } from '../../inputs/read-case.ts';
import type { Variables } from '../../models/connectors.ts';
import { systems } from '../systems.ts';

type Workspace = { root: string; config: WorkspaceConfig; variables: Variables };

export type WorkspaceCheck = { inspect(file: string): CaseInspection; connectors: readonly string[] };

/** Says of the cases of a file what they name and the workspace does not have: agents, connectors, scripts, attachments. */
export function createWorkspaceCheck({ root, config, variables }: Workspace): WorkspaceCheck {
  const known = createAgents({ root, config, variables, systems });
  const listed = known.connectors();
  const connectors = new Map(listed.map(({ id, problem }) => [id, problem]));
  const agents = [
    ...Object.keys(config.agents),
    ...known.found().map(({ id }) => id),
    ...listed.map(({ id }) => `model:${id}`),
  ];
  return {
    inspect(file) {
      const answer = createReferenceAnswer({
        agents,
        connectors,
        ...filesBesideCases(file, { root, folders: systems.folders }),
      });
      return (authored) => referenceFindings(authored, answer);
    },
    connectors: [...connectors.keys()],
  };
}
