import type { FormatWorkspace, FoundAgent, FoundAgents } from '../../agents/agent-format.ts';
import type { AgentMakeup } from '../../agents/agent-makeup.ts';
import { present } from '../../agents/agent-summary.ts';
import { readOxyAgent } from './agent/agent-definition.ts';
import { readInstructions } from './agent/instructions.ts';
import { openOxyAgent } from './agent/open-oxy-agent.ts';
import { findOxyFile, listOxyFiles, type OxyFile, withoutSuffix } from './agent/oxy-files.ts';
import { openWorkflowAgent } from './agent/workflow/open-workflow-agent.ts';
import { readWorkflow } from './agent/workflow/read-workflow.ts';
import { createTemplates } from './templates/templates.ts';

/** The agents and workflows of an oxy project. */
export function oxyAgents(workspace: FormatWorkspace): FoundAgents {
  const { root } = workspace;
  const found = (file: OxyFile) => (file.kind === 'agent' ? agentIn(file, workspace) : workflowIn(file, workspace));
  return {
    find(id) {
      const file = findOxyFile(id, root);
      return file === undefined ? undefined : found(file);
    },
    list: () => listOxyFiles(root).map(found),
    searched: { place: 'agent and workflow files', named: 'with agents' },
  };
}

function agentIn({ id, file }: OxyFile, workspace: FormatWorkspace): FoundAgent {
  const { root } = workspace;
  const read = () => readOxyAgent(file, root);
  const summary = () => {
    const shown = shownOf(() => {
      const { name, description, model } = read().definition;
      return { name, description: description?.trim(), connector: model };
    });
    return { id, type: 'oxy', path: id, ...shown };
  };
  return {
    id,
    shortId: withoutSuffix(id),
    summary,
    listed: summary,
    check: (connectors) => void connectors.model(read().definition.model),
    makeup(): AgentMakeup {
      const { name: _, description: __, tests: ___, system_instructions, ...settings } = read().definition;
      return { prompts: system_instructions, settings };
    },
    notes: () => readInstructions(read(), { root, agentName: id }).notes,
    open: (connector) => openOxyAgent({ id, file, connector }, workspace),
  };
}

function workflowIn({ id }: OxyFile, workspace: FormatWorkspace): FoundAgent {
  const { root, agents, now, connectorOf } = workspace;
  const read = () => readWorkflow(root, id);
  const summary = () => {
    const shown = shownOf(() => ({ description: read().description?.trim() }));
    return { id, type: 'workflow', path: id, ...shown };
  };
  return {
    id,
    shortId: withoutSuffix(id),
    summary,
    listed: summary,
    check: () => void read(),
    makeup: () => ({}),
    notes: () => read().warnings,
    open: (connector) =>
      openWorkflowAgent(
        { id, project: root, connector },
        {
          agents,
          templates: (context) => createTemplates(() => now(context)),
          modelAgentOf: (agentId) => `model:${connectorOf(agentId)}`,
        },
      ),
  };
}

/** A file that is broken, or of an agent that does not run here, is complained about when the agent is asked for. */
function shownOf(read: () => Parameters<typeof present>[0]): ReturnType<typeof present> {
  try {
    return present(read());
  } catch {
    return {};
  }
}
