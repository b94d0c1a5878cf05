import { existsSync } from 'node:fs';
import path from 'node:path';
import type { AgentEntry, WorkspaceConfig } from '../contract/index.ts';
import { type Agent, AgentError, type AgentProvider } from '../engine/ports.ts';
import { type ConnectorSummary, type Connectors, createConnectors, type Variables } from '../models/connectors.ts';
import { createScriptedModel } from '../models/scripted-model.ts';
import { type IsolatedModule, isolateModule } from '../scripts/isolated-module.ts';
import { type AgentSource, createAgentCatalog } from './agent-catalog.ts';
import { createModuleAgent } from './module/module-agent.ts';
import { createScriptedAgent } from './scripted-agent.ts';
import { chooseConnector } from './yao/choose-connector.ts';
import { readPackage } from './yao/read-package.ts';
import { createYaoAgent } from './yao/yao-agent.ts';

/** An agent as lists show it; `path` is relative to the workspace. */
export type AgentSummary = {
  id: string;
  type: 'yao' | AgentEntry['type'];
  path?: string;
  connector?: string;
  name?: string;
  description?: string;
};

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
  /** Limits of the workers that module agents run in. */
  workers?: { memoryMb?: number; pingMs?: number };
};

type Reference = { id: string; connector?: string };

/** The agents of a workspace. An agent that cannot work (connector, key, syntax) is refused when it is asked for. */
export function createAgents(options: AgentsOptions): AgentsHandle {
  const catalog = createAgentCatalog(options);
  const connectors = createConnectors(options);
  const modules = new Map<string, IsolatedModule>();
  const opened = new Map<string, Promise<Agent>>();

  function moduleAt(file: string): IsolatedModule {
    const module =
      modules.get(file) ?? isolateModule({ file, role: 'agent', variables: options.variables, ...options.workers });
    modules.set(file, module);
    return module;
  }

  async function open(source: AgentSource, reference: Reference): Promise<Agent> {
    if (source.type === 'folder') return openYaoAgent(source, reference, { options, connectors });
    const { id, entry } = source;
    switch (entry.type) {
      case 'scripted':
        return createScriptedAgent(
          id,
          reference.connector === undefined
            ? createScriptedModel(id, entry.rules)
            : connectors.model(reference.connector),
        );
      case 'module':
        return openModuleAgent({ id, entry, connector: reference.connector }, { options, connectors, moduleAt });
      default:
        return entry satisfies never;
    }
  }

  // Asynchronous, so that an agent that cannot be found rejects like one that cannot be opened.
  async function openAgent(reference: Reference): Promise<Agent> {
    return open(catalog.find(reference.id), reference);
  }

  return {
    agent(reference) {
      const key = JSON.stringify([reference.id, reference.connector]);
      const agent = opened.get(key) ?? openAgent(reference);
      opened.set(key, agent);
      return agent;
    },
    describe: (id) => summaryOf(catalog.find(id), options.root),
    list: () => catalog.all().map((source) => summaryOf(source, options.root)),
    connectors: () => connectors.list(),
    async close() {
      await Promise.all([...modules.values()].map((module) => module.close()));
    },
  };
}

type Workshop = { options: AgentsOptions; connectors: Connectors };

function openYaoAgent(
  { id, dir }: Extract<AgentSource, { type: 'folder' }>,
  reference: Reference,
  { options, connectors }: Workshop,
): Agent {
  const yaoPackage = readPackage(dir);
  const { root, variables } = options;
  const connector =
    reference.connector ?? chooseConnector({ id, connector: yaoPackage.connector }, { root, connectors, variables });
  return createYaoAgent({ id, dir, root, yaoPackage, model: connectors.model(connector), variables });
}

async function openModuleAgent(
  agent: { id: string; entry: Extract<AgentEntry, { type: 'module' }>; connector: string | undefined },
  workshop: Workshop & { moduleAt: (file: string) => IsolatedModule },
): Promise<Agent> {
  const { id, entry } = agent;
  const { root, variables } = workshop.options;
  const file = path.resolve(root, entry.path);
  if (!existsSync(file)) throw new AgentError(`agent "${id}": its module ${file} does not exist`, 'configuration');
  const module = workshop.moduleAt(file);
  await module.prepare();
  const { connectors } = workshop;
  const named = agent.connector ?? entry.connector;
  const known = named === undefined ? undefined : connectors.model(named);
  const model = () =>
    known ?? connectors.model(chooseConnector({ id, connector: '' }, { root, connectors, variables }));
  return createModuleAgent({ id, root, exportName: entry.export, module, model });
}

function summaryOf(source: AgentSource, root: string): AgentSummary {
  if (source.type === 'folder') {
    const { name, description, connector } = readPackage(source.dir);
    return {
      id: source.id,
      type: 'yao',
      path: relative(root, source.dir),
      ...present({ name, description, connector }),
    };
  }
  const { id, entry } = source;
  const { type, name, description } = entry;
  if (entry.type === 'scripted') return { id, type, ...present({ name, description }) };
  const file = relative(root, path.resolve(root, entry.path));
  return { id, type, path: file, ...present({ name, description, connector: entry.connector }) };
}

function present(fields: {
  name?: string | undefined;
  description?: string | undefined;
  connector?: string | undefined;
}) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''));
}

function relative(root: string, file: string): string {
  return path.relative(root, file).split(path.sep).join('/') || '.';
}
