import type { AgentEntry, WorkspaceConfig } from '../contract/index.ts';
import type { HelperRole } from '../models/helper-model.ts';
import { AgentError } from '../ports/index.ts';
import { removeAgentPrefix } from '../scripts/agent-folders.ts';
import { findFirstDefinedResult, findNearestWord } from '../values/index.ts';
import type { AgentDiscovery, DiscoveredAgent } from './agent-format.ts';
import { findBuiltInRole } from './built-in-agents.ts';

/**
 * Where an agent is defined: in the workspace config, in files of the workspace, as a model of a connector, or in
 * Turntree itself.
 */
export type AgentSource =
  | { type: 'entry'; id: string; entry: AgentEntry }
  | { type: 'found'; id: string; agent: DiscoveredAgent }
  | { type: 'model'; id: string; connector: string; system?: string }
  | { type: 'built_in'; id: string; role: HelperRole };

const MODEL_PREFIX = 'model:';

export type AgentCatalog = {
  /**
   * Finds an agent by its id. If there is none, throws an error with the places that were searched and the most similar
   * id.
   */
  find(reference: string): AgentSource;
  all(): AgentSource[];
};

type CatalogWorkspace = { config: WorkspaceConfig; formats: readonly AgentDiscovery[] };

/**
 * Creates the catalog of all agents of a workspace. If the config and a file define an agent with the same id, the
 * config is used.
 */
export function createAgentCatalog({ config, formats }: CatalogWorkspace): AgentCatalog {
  const entries = config.agents;

  function findAgent(id: string): AgentSource | undefined {
    const entry = Object.hasOwn(entries, id) ? entries[id] : undefined;
    if (entry !== undefined) return { type: 'entry', id, entry };
    const agent = findFirstDefinedResult(formats, (format) => format.find(id));
    return agent === undefined ? undefined : { type: 'found', id: agent.id, agent };
  }

  return {
    find(reference) {
      const builtIn = findBuiltInRole(reference);
      if (builtIn !== undefined) return { type: 'built_in', id: reference, role: builtIn };
      const id = removeAgentPrefix(reference);
      const source = findAgent(reference) ?? findAgent(id);
      if (source !== undefined) return source;
      if (id.startsWith(MODEL_PREFIX)) return { type: 'model', id, connector: id.slice(MODEL_PREFIX.length) };
      throw createUnknownAgentError(id, Object.keys(entries), formats);
    },
    all() {
      const fromConfig = Object.entries(entries).map(([id, entry]): AgentSource => ({ type: 'entry', id, entry }));
      const foundAgents = formats.flatMap((format) => format.list()).filter(({ id }) => !Object.hasOwn(entries, id));
      return [...fromConfig, ...foundAgents.map((agent): AgentSource => ({ type: 'found', id: agent.id, agent }))];
    },
  };
}

function createUnknownAgentError(
  id: string,
  configuredIds: readonly string[],
  formats: readonly AgentDiscovery[],
): AgentError {
  const searchedPlaces = formats.map((format) => ({ ...format.searchedPlaces, agents: format.list() }));
  const foundAgents = searchedPlaces.flatMap(({ agents }) => agents);
  const knownIds = [...configuredIds, ...foundAgents.map((agent) => agent.id)];
  const nearestId =
    configuredIds.find((other) => matchesIdSuffix({ id: other }, id)) ??
    foundAgents.find((agent) => matchesIdSuffix(agent, id))?.id ??
    findNearestWord(id, knownIds);
  const lines = [
    `agent "${id}" not found`,
    `  in the workspace config: ${formatIdList(configuredIds)}`,
    ...searchedPlaces
      .filter(({ named, agents }) => named === 'always' || agents.length > 0)
      .map(({ place, agents }) => `  in ${place}: ${formatIdList(agents.map((agent) => agent.id))}`),
    ...(nearestId === undefined ? [] : [`  did you mean "${nearestId}"?`]),
  ];
  return new AgentError(lines.join('\n'), 'configuration');
}

/** Returns true if the id or the `shortId` ends with the name: `sales` matches `team.sales` and `agents/sales`. */
function matchesIdSuffix({ id, shortId = id }: Pick<DiscoveredAgent, 'id' | 'shortId'>, name: string): boolean {
  return id.endsWith(`.${name}`) || `/${shortId}`.endsWith(`/${name}`);
}

function formatIdList(ids: readonly string[]): string {
  const firstIds = ids.slice(0, 20).join(', ');
  if (ids.length > 20) return `${firstIds} and ${ids.length - 20} more`;
  return firstIds === '' ? 'none' : firstIds;
}
