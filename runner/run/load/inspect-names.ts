import type { AgentsHandle } from '../../agents/create-agents.ts';
import { filesBesideCases } from '../../agents/files-beside-cases.ts';
import { createReferenceAnswer, referenceFindings } from '../../authoring/index.ts';
import type { WorkspaceConfig } from '../../contract/index.ts';
import type { CaseInspection } from '../../inputs/read-case.ts';
import { systems } from '../systems.ts';

type Workspace = { root: string; config: WorkspaceConfig; agents: AgentsHandle };

/** Looks for what the cases of a file name and the workspace does not have: agents, connectors, scripts, attachments. */
export function createInspections({ root, config, agents }: Workspace): (file: string) => CaseInspection {
  const listed = agents.connectors();
  const connectors = new Map(listed.map(({ id, problem }) => [id, problem]));
  const known = [
    ...Object.keys(config.agents),
    ...agents.found().map(({ id }) => id),
    ...listed.map(({ id }) => `model:${id}`),
  ];
  return (file) => {
    const beside = filesBesideCases(file, { root, folders: systems.folders });
    const answer = createReferenceAnswer({ agents: known, connectors, ...beside });
    return (authored) => referenceFindings(authored, answer);
  };
}
