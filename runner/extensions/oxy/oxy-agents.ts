import path from 'node:path';
import type { AgentDefinition } from '../../agents/agent-definition.ts';
import { type AgentFinding, parseFindingLine, toAgentFindingsOfError } from '../../agents/agent-finding.ts';
import type { AgentDiscovery, DiscoveredAgent, FormatWorkspace } from '../../agents/agent-format.ts';
import { omitEmptySummaryFields } from '../../agents/agent-summary.ts';
import type { AgentReference } from '../../ports/index.ts';
import { readOxyAgent } from './agent/agent-definition.ts';
import type { OxyRuntime } from './agent/call-tool.ts';
import { readInstructions } from './agent/instructions.ts';
import { MissingPartsError, type MissingPartWithPosition } from './agent/missing-parts.ts';
import { openOxyAgent } from './agent/open-oxy-agent.ts';
import { findOxyFile, listOxyFiles, type OxyFile, withoutOxySuffix } from './agent/oxy-files.ts';
import { createToolParameters } from './agent/tools.ts';
import { openWorkflowAgent } from './agent/workflow/open-workflow-agent.ts';
import { readWorkflow } from './agent/workflow/read-workflow.ts';
import { createDatabases } from './databases/open-databases.ts';
import { describeOnlyRunsInOxy } from './files.ts';
import { createTemplates } from './templates/templates.ts';

/** Finds the agents and workflows of an oxy project. */
export function createOxyAgentDiscovery(formatWorkspace: FormatWorkspace): AgentDiscovery {
  const { root } = formatWorkspace;
  const databases = createDatabases({ root, handlers: formatWorkspace.handlers.names });
  const workspace = { ...formatWorkspace, databases };
  const toFoundAgent = (file: OxyFile): DiscoveredAgent => {
    if (file.kind === 'agentic') return createRefusingAgent(file, workspace);
    return file.kind === 'agent' ? createAgentFromFile(file, workspace) : createAgentFromWorkflow(file, workspace);
  };
  return {
    find(id) {
      const file = findOxyFile(id, root);
      return file === undefined ? undefined : toFoundAgent(file);
    },
    list: () => listOxyFiles(root).map(toFoundAgent),
    searchedPlaces: { place: 'agent and workflow files', named: 'with agents' },
    close: () => databases.close(),
  };
}

function createAgentFromFile({ id, file }: OxyFile, workspace: OxyRuntime): DiscoveredAgent {
  const { root } = workspace;
  const readAgent = () => readOxyAgent(file, root);
  const summarizeAgentFile = () => {
    const details = readDetailsOrNone(() => {
      const { name, description, model } = readAgent().definition;
      return { name, description: description?.trim(), connector: model };
    });
    return { id, type: 'oxy', path: id, ...details };
  };
  return {
    id,
    shortId: withoutOxySuffix(id),
    summary: summarizeAgentFile,
    listed: summarizeAgentFile,
    check: (connectors) => void connectors.model(readAgent().definition.model),
    declaredTools: () =>
      readAgent().definition.tools.map(({ type, name = type, description }) => {
        const parameters = createToolParameters(type);
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

/**
 * Returns the errors because of which a file cannot be opened; if there are none, the notes about it. All have
 * positions.
 */
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
    if (!(error instanceof MissingPartsError)) return toAgentFindingsOfError(error, position, root);
    const isBroken = ({ kind }: MissingPartWithPosition): boolean => kind === 'problem';
    const toAgentFindings = (parts: MissingPartWithPosition[], kind: AgentFinding['kind']): AgentFinding[] =>
      parts.length === 0
        ? []
        : toAgentFindingsOfError(new MissingPartsError(parts), position, root).map((finding) => ({ ...finding, kind }));
    return [
      ...toAgentFindings(error.parts.filter(isBroken), 'mistake'),
      ...toAgentFindings(
        error.parts.filter((part) => !isBroken(part)),
        'missing part',
      ),
    ];
  }
}

function createAgentFromWorkflow({ id }: OxyFile, workspace: OxyRuntime): DiscoveredAgent {
  const { root, agents, now, connectorOf, databases, handlers } = workspace;
  const readDefinition = () => readWorkflow(root, id);
  const summarizeWorkflow = () => {
    const details = readDetailsOrNone(() => ({ description: readDefinition().description?.trim() }));
    return { id, type: 'workflow', path: id, ...details };
  };
  return {
    id,
    shortId: withoutOxySuffix(id),
    summary: summarizeWorkflow,
    listed: summarizeWorkflow,
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
 * Creates an agent that only oxy can run. An entry with the same id in the config replaces it; otherwise, every call is
 * an error.
 */
function createRefusingAgent({ id }: OxyFile, workspace: OxyRuntime): DiscoveredAgent {
  const refuseAgent = (): never => {
    throw new MissingPartsError([
      { kind: 'agent', place: `${id}:1:1`, what: describeOnlyRunsInOxy(id, 'agents of this kind') },
    ]);
  };
  const summarizeRefusingAgent = () => ({ id, type: 'oxy', path: id });
  return {
    id,
    shortId: id,
    summary: summarizeRefusingAgent,
    listed: summarizeRefusingAgent,
    check: refuseAgent,
    makeup: () => ({}),
    inspect: (connector) => inspectFile({ id, connector }, () => [], workspace),
    open: async () => refuseAgent(),
  };
}

/** Returns nothing if the file has problems, because they are reported when the agent is needed. */
function readDetailsOrNone(
  readDetails: () => Parameters<typeof omitEmptySummaryFields>[0],
): ReturnType<typeof omitEmptySummaryFields> {
  try {
    return omitEmptySummaryFields(readDetails());
  } catch {
    return {};
  }
}
