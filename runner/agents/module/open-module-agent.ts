import { existsSync } from 'node:fs';
import path from 'node:path';
import type { AgentEntryOf } from '../../contract/index.ts';
import type { RecordReplayLayer } from '../../models/cassette/record-replay-layer.ts';
import { chooseConnector } from '../../models/choose-connector.ts';
import type { Connectors, Variables } from '../../models/connectors.ts';
import { type Agent, AgentError } from '../../ports/index.ts';
import type { SessionIsolation } from '../../scripts/worker/session-processes.ts';
import { createModuleAgent, type TracedModule } from './module-agent.ts';

type ModuleAgentDeps = {
  root: string;
  variables: Variables;
  connectors: Connectors;
  /** Returns the module of a file. Agents with the same file and isolation share its workers. */
  moduleAt: (file: string, isolate?: SessionIsolation, tape?: RecordReplayLayer) => TracedModule;
  /**
   * Records and replays the requests that the agent's code sends to models on its own, in addition to those of
   * `connectors`.
   */
  tape?: RecordReplayLayer | undefined;
};

type ModuleEntry = { id: string; entry: AgentEntryOf<'module'> };

/** Returns the file of a module agent. Throws if it does not exist. */
export function requireModuleFile({ id, entry }: ModuleEntry, root: string): string {
  const file = path.resolve(root, entry.path);
  if (existsSync(file)) return file;
  throw new AgentError(`agent "${id}": its module ${file} does not exist`, 'configuration');
}

/** Creates a module agent that can be called: bundles its file and resolves its connector. */
export async function openModuleAgent(
  agent: ModuleEntry & { connector: string | undefined },
  deps: ModuleAgentDeps,
): Promise<Agent> {
  const { id, entry } = agent;
  const { root, variables, connectors, tape } = deps;
  const file = requireModuleFile(agent, root);
  const module = deps.moduleAt(file, entry.isolate, tape);
  await module.prepare();
  const chooseConnectorById = (connector: string) => chooseConnector({ id, connector }, { connectors, variables });
  const namedConnector =
    agent.connector ?? (entry.connector === undefined ? undefined : chooseConnectorById(entry.connector));
  const namedModel = namedConnector === undefined ? undefined : connectors.model(namedConnector);
  const getModel = () => namedModel ?? connectors.model(chooseConnectorById(''));
  return createModuleAgent({
    id,
    root,
    file,
    exportName: entry.export,
    cost: entry.cost,
    module,
    model: getModel,
    tape,
    repeatable: entry.repeatable !== false,
  });
}
