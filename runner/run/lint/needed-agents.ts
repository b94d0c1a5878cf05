import type { WorkspaceConfig } from '../../contract/index.ts';
import { systems } from '../../extensions/registered/systems.ts';
import { readCaseFile } from '../../inputs/load-case-file.ts';
import { kinds } from '../../kinds/kinds.ts';
import type { RunKind } from '../../ports/index.ts';
import { bareAgentId } from '../../scripts/agent-folders.ts';
import { agentOfFile } from '../load/inspect-names.ts';

type AgentWorkspace = { root: string; config: WorkspaceConfig };

/**
 * The agents of the config that files need: those that their cases test and ask, and the only one that there is.
 */
export async function neededAgents(files: readonly string[], { root, config }: AgentWorkspace): Promise<Set<string>> {
  const agentIds = Object.keys(config.agents);
  const needed = new Set(agentIds.length === 1 ? agentIds : []);
  for (const file of files) {
    const { agentId, cases } = await readCaseFile(file, file, { formats: systems.cases });
    const tested = agentId ?? agentOfFile(file, { root, known: agentIds });
    if (tested !== undefined) needed.add(bareAgentId(tested));
    for (const testCase of cases) {
      const kind: RunKind = kinds[testCase.kind];
      for (const { id } of kind.asks(testCase, { id: tested ?? '' })) needed.add(bareAgentId(id));
    }
  }
  return needed;
}
