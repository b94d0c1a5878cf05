import type { AgentParts, WorkspaceConfig } from '../contract/index.ts';
import type { Tape } from '../models/cassette/tape.ts';
import { tapedConnectors } from '../models/cassette/taped-connectors.ts';
import { type ConnectorSummary, createConnectors, type Variables } from '../models/connectors.ts';
import { type Agent, AgentError, type AgentProvider } from '../ports/index.ts';
import { type IsolatedModule, isolateModule } from '../scripts/isolated-module.ts';
import type { ProcessHandlers } from '../scripts/script-invoker.ts';
import { createAgentCatalog } from './agent-catalog.ts';
import type { AgentSystems, FoundAgent, FoundAgents } from './agent-format.ts';
import { agentProblem } from './agent-problem.ts';
import { type AgentSummary, summaryOf } from './agent-summary.ts';
import { createModelAgent } from './model-agent.ts';
import { openEntry } from './open-entry.ts';
import { readAgentParts, readModelPart } from './read-agent-parts.ts';

export type AgentsHandle = AgentProvider & {
  /** Throws when there is no such agent. */
  describe(id: string): AgentSummary;
  /** The parts of an agent, on its own connector or another. Throws if there is no such agent. */
  parts(id: string, connector?: string): AgentParts;
  /** Also those that cannot be asked, each with why. */
  list(): AgentSummary[];
  /** Those that lie in files of the workspace. */
  found(): FoundAgent[];
  connectors(): ConnectorSummary[];
  /** Ends the workers. */
  close(): Promise<void>;
};

export type AgentsOptions = {
  /** Absolute path of the workspace. */
  root: string;
  config: WorkspaceConfig;
  variables: Variables;
  systems: AgentSystems;
  /** The tape that answers of agents and models go through. */
  tape?: Tape;
  /** The handlers that `runner.config.ts` registers for `Process()`; none by default. */
  handlers?: ProcessHandlers;
  /** Limits of the workers that module agents run in. */
  workers?: { memoryMb?: number; pingMs?: number };
};

type Reference = { id: string; connector?: string };

/** The agents of a workspace. An agent that cannot work (connector, key, syntax) is refused when it is asked for. */
export function createAgents(options: AgentsOptions): AgentsHandle {
  const { root, config, variables, tape, systems } = options;
  const untaped = createConnectors(options);
  const connectors = tape === undefined ? untaped : tapedConnectors(untaped, tape);
  const modules = new Map<string, IsolatedModule>();
  /** By id and connector; two levels, because it is looked into for every call, and a joined key costs more than that. */
  const opened = new Map<string, Map<string | undefined, Promise<Agent>>>();

  function moduleAt(file: string): IsolatedModule {
    const module = modules.get(file) ?? isolateModule({ file, role: 'agent', variables, systems, ...options.workers });
    modules.set(file, module);
    return module;
  }

  function connectorOf(agentId: string): string {
    const { connector } = summaryOf(catalog.find(agentId), root);
    if (connector !== undefined) return connector;
    throw new AgentError(`agent "${agentId}" has no model that could judge`, 'configuration');
  }

  // Asynchronous, so that an agent that cannot be found rejects like one that cannot be opened.
  async function openAgent({ id, connector }: Reference): Promise<Agent> {
    const source = catalog.find(id);
    if (source.type === 'found') return source.agent.open(connector);
    if (source.type === 'model') return createModelAgent(source.id, connectors.model(connector ?? source.connector));
    return openEntry({ ...source, connector }, { root, variables, tape, connectors, untaped, moduleAt });
  }

  const agents: AgentProvider = {
    agent(reference) {
      const { id, connector } = reference;
      const found = opened.get(id)?.get(connector);
      if (found !== undefined) return found;
      const agent = openAgent(reference);
      opened.set(id, (opened.get(id) ?? new Map()).set(connector, agent));
      return agent;
    },
  };
  const formats = systems.agents.map(
    (format): FoundAgents =>
      format({
        ...{ root, variables, connectors, agents, connectorOf },
        handlers: options.handlers ?? noHandlers,
        now: tape === undefined ? () => new Date() : tape.now,
      }),
  );
  const catalog = createAgentCatalog({ config, formats });

  return {
    ...agents,
    describe: (id) => summaryOf(catalog.find(id), root),
    parts(id, connector) {
      const source = catalog.find(id);
      const wanted = connector ?? summaryOf(source, root).connector;
      return {
        ...readAgentParts(source, { root, formats }),
        ...(wanted === undefined ? {} : readModelPart(untaped, wanted)),
      };
    },
    list: () =>
      catalog.all().map((source) => {
        const problem = agentProblem(source, { root, variables, connectors: untaped });
        const listed = source.type === 'found' ? source.agent.listed() : summaryOf(source, root);
        return { ...listed, problem };
      }),
    found: () => formats.flatMap((format) => format.list()),
    connectors: () => connectors.list(),
    async close() {
      await Promise.all([
        ...formats.map((format) => format.close?.()),
        ...[...modules.values()].map((module) => module.close()),
      ]);
    },
  };
}

const noHandlers: ProcessHandlers = {
  names: [],
  call: ({ key }) => Promise.reject(new AgentError(`there is no handler "${key}"`, 'configuration')),
};
