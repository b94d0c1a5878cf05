import path from 'node:path';
import type { DeclaredTool } from '../../agents/agent-format.ts';
import type { AgentsHandle } from '../../agents/create-agents.ts';
import type { WorkspaceConfig } from '../../contract/index.ts';
import { readCaseFile } from '../../inputs/load-case-file.ts';
import { type JsonObject, withoutUndefined } from '../../values/index.ts';
import { listCaseFilesBelow } from '../../workspace/case-files.ts';
import { findAgentOfFile } from './inspect-names.ts';

type GeneratorWorkspace = { root: string; config: WorkspaceConfig; agents: AgentsHandle };

/** Returns what the generator is told about the tested agent, and the case ids that are already used. */
export async function buildGeneratorTarget(
  id: string,
  workspace: GeneratorWorkspace,
): Promise<{ tools: JsonObject[]; existingIds: string[] }> {
  const tools = findDeclaredTools(id, workspace).map(
    ({ name, description, parameters }): JsonObject => withoutUndefined({ name, description, parameters }),
  );
  return { tools, existingIds: await collectCaseIdsOfAgent(id, workspace) };
}

/** Errors in the agent's files are ignored here, because they are reported when the agent is opened. */
function findDeclaredTools(id: string, { config, agents }: GeneratorWorkspace): readonly DeclaredTool[] {
  const entry = Object.hasOwn(config.agents, id) ? config.agents[id] : undefined;
  if (entry !== undefined) return entry.type === 'openai' ? (entry.tools ?? []) : [];
  try {
    return (
      agents
        .found()
        .find((agent) => agent.id === id)
        ?.declaredTools?.() ?? []
    );
  } catch {
    return [];
  }
}

/** Returns the case ids in the case files of an agent, and in the case files that belong to no agent. */
async function collectCaseIdsOfAgent(id: string, { root, config, agents }: GeneratorWorkspace): Promise<string[]> {
  const agentIds = [...Object.keys(config.agents), ...agents.found().map((agent) => agent.id)];
  const ids = new Set<string>();
  for (const name of listCaseFilesBelow(root)) {
    const file = path.join(root, name);
    if ((findAgentOfFile(file, { root, known: agentIds }) ?? id) !== id) continue;
    const { cases } = await readCaseFile(file, name);
    for (const testCase of cases) ids.add(testCase.id);
  }
  return [...ids];
}
