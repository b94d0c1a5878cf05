import type { WorkspaceConfig } from '../contract/index.ts';
import { type Agent, AgentError, type AgentProvider } from '../engine/ports.ts';
import type { Tape } from '../models/cassette/tape.ts';
import { tapedConnectors, tapedModel } from '../models/cassette/taped-connectors.ts';
import { type ConnectorSummary, createConnectors, type Variables } from '../models/connectors.ts';
import type { LanguageModel } from '../models/language-model.ts';
import { createScriptedModel } from '../models/scripted-model.ts';
import { type IsolatedModule, isolateModule } from '../scripts/isolated-module.ts';
import type { ProcessHandlers } from '../scripts/script-invoker.ts';
import { type AgentSource, createAgentCatalog } from './agent-catalog.ts';
import { type AgentSummary, summaryOf } from './agent-summary.ts';
import { createCommandAgent } from './command/command-agent.ts';
import { createHttpAgent } from './http/http-agent.ts';
import { createModelAgent } from './model-agent.ts';
import { openModuleAgent } from './module/open-module-agent.ts';
import { createOpenAIAgent, modelOfEntry } from './openai/openai-agent.ts';
import { openOxyAgent } from './oxy/open-oxy-agent.ts';
import { tapeAgent } from './taped-agent.ts';
import { createYaoRuntime } from './yao/create-runtime.ts';
import { openYaoAgent } from './yao/open-yao-agent.ts';
import type { YaoRuntime } from './yao/turn.ts';

export type AgentsHandle = AgentProvider & {
  /** Throws when there is no such agent. */
  describe(id: string): AgentSummary;
  list(): AgentSummary[];
  connectors(): ConnectorSummary[];
  /** Ends the workers. */
  close(): Promise<void>;
};

export type AgentsOptions = {
  /** Absolute path of the workspace. */
  root: string;
  config: WorkspaceConfig;
  variables: Variables;
  /** What agents and models answer goes through it. */
  tape?: Tape;
  /** What `runner.config.ts` registers for `Process()`; without it, nothing. */
  handlers?: ProcessHandlers;
  /** Limits of the workers that module agents run in. */
  workers?: { memoryMb?: number; pingMs?: number };
};

type Reference = { id: string; connector?: string };

/** The agents of a workspace. An agent that cannot work (connector, key, syntax) is refused when it is asked for. */
export function createAgents(options: AgentsOptions): AgentsHandle {
  const { root, variables, tape } = options;
  const catalog = createAgentCatalog(options);
  const untaped = createConnectors(options);
  const connectors = tape === undefined ? untaped : tapedConnectors(untaped, tape);
  const modules = new Map<string, IsolatedModule>();
  const opened = new Map<string, Promise<Agent>>();

  function moduleAt(file: string): IsolatedModule {
    const module = modules.get(file) ?? isolateModule({ file, role: 'agent', variables, ...options.workers });
    modules.set(file, module);
    return module;
  }

  // An agent's own code is taped whole, an agent that is a prompt by the answers of its model.
  const tapedOr = (id: string, open: () => Agent | Promise<Agent>) =>
    tape === undefined ? open() : tapeAgent(id, tape, open);
  const ownModel = (id: string, open: () => LanguageModel, model?: string) =>
    tape === undefined ? open() : tapedModel({ id, tape, model, open });

  async function open(source: AgentSource, reference: Reference): Promise<Agent> {
    const { connector } = reference;
    if (source.type !== 'entry') return openFound(source, connector, runtime);
    const { id, entry } = source;
    const chosen = () => (connector === undefined ? undefined : connectors.model(connector));
    switch (entry.type) {
      case 'scripted':
        return createModelAgent(id, chosen() ?? ownModel(id, () => createScriptedModel(id, entry.rules)));
      case 'openai':
        return createOpenAIAgent({
          id,
          entry,
          model: chosen() ?? ownModel(id, () => modelOfEntry({ id, entry, variables }), entry.model),
        });
      case 'http':
        refuseConnector(source, reference);
        return tapedOr(id, () => createHttpAgent({ id, entry, variables }));
      case 'command':
        refuseConnector(source, reference);
        return tapedOr(id, () => createCommandAgent({ id, entry, root, variables }));
      case 'module':
        return tapedOr(id, () =>
          openModuleAgent({ id, entry, connector }, { root, variables, connectors: untaped, moduleAt }),
        );
      default:
        return entry satisfies never;
    }
  }

  // Asynchronous, so that an agent that cannot be found rejects like one that cannot be opened.
  async function openAgent(reference: Reference): Promise<Agent> {
    return open(catalog.find(reference.id), reference);
  }

  const agents: AgentProvider = {
    agent(reference) {
      const key = JSON.stringify([reference.id, reference.connector]);
      const agent = opened.get(key) ?? openAgent(reference);
      opened.set(key, agent);
      return agent;
    },
  };
  const runtime = createYaoRuntime({
    ...{ root, variables, connectors, agents },
    handlers: options.handlers ?? noHandlers,
    folders: () => catalog.folders(),
    now: tape === undefined ? () => new Date() : tape.now,
  });

  return {
    ...agents,
    describe: (id) => summaryOf(catalog.find(id), root),
    list: () => catalog.all().map((source) => summaryOf(source, root)),
    connectors: () => connectors.list(),
    async close() {
      await Promise.all([runtime.close(), ...[...modules.values()].map((module) => module.close())]);
    },
  };
}

/** Agents that no config has to name. */
function openFound(
  source: Exclude<AgentSource, { type: 'entry' }>,
  connector: string | undefined,
  runtime: YaoRuntime,
): Agent | Promise<Agent> {
  switch (source.type) {
    case 'folder':
      return openYaoAgent({ ...source, connector }, runtime);
    case 'oxy':
      return openOxyAgent({ ...source, connector }, runtime);
    case 'model':
      return createModelAgent(source.id, runtime.connectors.model(connector ?? source.connector));
    default:
      return source satisfies never;
  }
}

const noHandlers: ProcessHandlers = {
  names: [],
  call: ({ key }) => Promise.reject(new AgentError(`there is no handler "${key}"`, 'configuration')),
};

/** What answers without one of our models cannot be put on another; to pretend so would compare it with itself. */
function refuseConnector({ id, entry }: Extract<AgentSource, { type: 'entry' }>, { connector }: Reference): void {
  if (connector === undefined) return;
  throw new AgentError(
    `agent "${id}" is of type ${entry.type}: it has no connector, and cannot be put on "${connector}"`,
    'configuration',
  );
}
