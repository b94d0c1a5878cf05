import path from 'node:path';
import type { AgentDefinition } from '../../agents/agent-definition.ts';
import { type AgentFinding, findingsOfError, parseFindingLine } from '../../agents/agent-finding.ts';
import type { AgentDiscovery, DiscoveredAgent, FormatWorkspace } from '../../agents/agent-format.ts';
import { withoutEmpty } from '../../agents/agent-summary.ts';
import type { AgentReference } from '../../ports/index.ts';
import { readOxyAgent } from './agent/agent-definition.ts';
import type { OxyRuntime } from './agent/call-tool.ts';
import { readInstructions } from './agent/instructions.ts';
import { MissingParts, type MissingPartWithPosition } from './agent/missing-parts.ts';
import { openOxyAgent } from './agent/open-oxy-agent.ts';
import { findOxyFile, listOxyFiles, type OxyFile, withoutOxySuffix } from './agent/oxy-files.ts';
import { toolParameters } from './agent/tools.ts';
import { openWorkflowAgent } from './agent/workflow/open-workflow-agent.ts';
import { readWorkflow } from './agent/workflow/read-workflow.ts';
import { openDatabases } from './databases/open-databases.ts';
import { onlyRunsInOxyMessage } from './files.ts';
import { createTemplates } from './templates/templates.ts';

/** The agents and workflows of an oxy project. */
export function oxyAgents(formatWorkspace: FormatWorkspace): AgentDiscovery {
  const { root } = formatWorkspace;
  const databases = openDatabases({ root, handlers: formatWorkspace.handlers.names });
  const workspace = { ...formatWorkspace, databases };
  const toFoundAgent = (file: OxyFile): DiscoveredAgent => {
    if (file.kind === 'agentic') return agentOnlyInOxy(file, workspace);
    return file.kind === 'agent' ? agentFromFile(file, workspace) : agentFromWorkflow(file, workspace);
  };
  return {
    find(id) {
      const file = findOxyFile(id, root);
      return file === undefined ? undefined : toFoundAgent(file);
    },
    list: () => listOxyFiles(root).map(toFoundAgent),
    searched: { place: 'agent and workflow files', named: 'with agents' },
    close: () => databases.close(),
  };
}

function agentFromFile({ id, file }: OxyFile, workspace: OxyRuntime): DiscoveredAgent {
  const { root } = workspace;
  const readAgent = () => readOxyAgent(file, root);
  const summary = () => {
    const details = detailsOrNone(() => {
      const { name, description, model } = readAgent().definition;
      return { name, description: description?.trim(), connector: model };
    });
    return { id, type: 'oxy', path: id, ...details };
  };
  return {
    id,
    shortId: withoutOxySuffix(id),
    summary,
    listed: summary,
    check: (connectors) => void connectors.model(readAgent().definition.model),
    declaredTools: () =>
      readAgent().definition.tools.map(({ type, name = type, description }) => {
        const parameters = toolParameters(type);
        return { name, description, parameters };
      }),
    makeup(): AgentDefinition {
      const { name: _, description: __, tests: ___, system_instructions, ...settings } = readAgent().definition;
      return { prompts: system_instructions, settings };
    },
    inspect: (connector) =>
      inspectFile({ id, connector }, () => readInstructions(readAgent(), { root, agentName: id }).notes, workspace),
    open: (connector) => openOxyAgent({ id, file, connector }, workspace),
  };
}

/** Returns the errors that keep a file from being opened, else its notes, each with its position. */
async function inspectFile(
  { id, connector }: AgentReference,
  notes: () => readonly string[],
  { root, agents }: OxyRuntime,
): Promise<AgentFinding[]> {
  const position = { file: path.join(root, id), line: 1, column: 1 };
  try {
    await agents.agent({ id, connector }, new AbortController().signal);
    return notes().map((note) => parseFindingLine(note, { kind: 'doubt', ...position, message: '' }, root));
  } catch (error) {
    if (!(error instanceof MissingParts)) return findingsOfError(error, position, root);
    const isBroken = ({ kind }: MissingPartWithPosition): boolean => kind === 'problem';
    const findings = (parts: MissingPartWithPosition[], kind: AgentFinding['kind']): AgentFinding[] =>
      parts.length === 0
        ? []
        : findingsOfError(new MissingParts(parts), position, root).map((finding) => ({ ...finding, kind }));
    return [
      ...findings(error.parts.filter(isBroken), 'mistake'),
      ...findings(
        error.parts.filter((part) => !isBroken(part)),
        'missing part',
      ),
    ];
  }
}

function agentFromWorkflow({ id }: OxyFile, workspace: OxyRuntime): DiscoveredAgent {
  const { root, agents, now, connectorOf, databases, handlers } = workspace;
  const readDefinition = () => readWorkflow(root, id);
  const summary = () => {
    const details = detailsOrNone(() => ({ description: readDefinition().description?.trim() }));
    return { id, type: 'workflow', path: id, ...details };
  };
  return {
    id,
    shortId: withoutOxySuffix(id),
    summary,
    listed: summary,
    check: () => void readDefinition(),
    makeup: () => ({}),
    inspect: (connector) => inspectFile({ id, connector }, () => readDefinition().warnings, workspace),
    open: (connector) =>
      openWorkflowAgent(
        { id, project: root, connector },
        {
          agents,
          databases,
          handlers,
          templates: (context) => createTemplates(() => now(context)),
          modelAgentOf: (agentId) => `model:${connectorOf(agentId)}`,
        },
      ),
  };
}

/**
 * An agent that only oxy can run. An entry in the config with the same id replaces it; without one, this agent refuses
 * every call.
 */
function agentOnlyInOxy({ id }: OxyFile, workspace: OxyRuntime): DiscoveredAgent {
  const refuseAgent = (): never => {
    throw new MissingParts([
      { kind: 'agent', place: `${id}:1:1`, what: onlyRunsInOxyMessage(id, 'agents of this kind') },
    ]);
  };
  const summary = () => ({ id, type: 'oxy', path: id });
  return {
    id,
    shortId: id,
    summary,
    listed: summary,
    check: refuseAgent,
    makeup: () => ({}),
    inspect: (connector) => inspectFile({ id, connector }, () => [], workspace),
    open: async () => refuseAgent(),
  };
}

/** Problems of the file, and agents that do not run here, are reported only when the agent is needed. */
function detailsOrNone(readDetails: () => Parameters<typeof withoutEmpty>[0]): ReturnType<typeof withoutEmpty> {
  try {
    return withoutEmpty(readDetails());
  } catch {
    return {};
  }
}
