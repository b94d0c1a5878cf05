import { AgentError } from '../ports/index.ts';
import { type Connectors, expandVariable, type Variables } from './connectors.ts';

const ROLE_PREFIX = 'use::';

/**
 * Chooses the connector for an agent: by id, by `$ENV.NAME`, or by a role (`use::light`; empty means the role
 * `default`) that the workspace assigns to a connector. If the role is not assigned, chooses the connector of the role
 * `default`, then the workspace's only connector, then the first one that declares tool calls.
 */
export function chooseConnector(
  agent: { id: string; connector: string },
  workspace: { connectors: Connectors; variables: Variables },
): string {
  const requested = expandVariable(agent.connector, workspace.variables) ?? '';
  if (requested !== '' && !requested.startsWith(ROLE_PREFIX)) return requested;
  const role = requested === '' ? 'default' : requested.slice(ROLE_PREFIX.length);
  const { given: givenRoles, files } = workspace.connectors.roles();
  const chosenConnectors = [givenRoles[role], givenRoles.default].map((connector) =>
    expandVariable(connector, workspace.variables),
  );
  const first = chosenConnectors.find((connector) => connector !== undefined && connector !== '');
  if (first !== undefined) return first;
  const available = workspace.connectors.list();
  const ids = available.map(({ id }) => id);
  const [onlyId] = ids;
  if (onlyId !== undefined && ids.length === 1) return onlyId;
  const connectorWithTools = available.find(({ toolCalls }) => toolCalls === true);
  if (connectorWithTools !== undefined) return connectorWithTools.id;
  const noRole = files.map((file) => ` and ${file} assigns the role "${role}" to no connector`).join('');
  throw new AgentError(
    `agent "${agent.id}" names no connector${noRole}; ` +
      `choose one with -c, known: ${ids.length === 0 ? 'none' : listIds(ids)}`,
    'configuration',
  );
}

const MAX_LISTED_IDS = 12;

function listIds(ids: readonly string[]): string {
  const hiddenCount = ids.length - MAX_LISTED_IDS;
  return hiddenCount > 1 ? `${ids.slice(0, MAX_LISTED_IDS).join(', ')} and ${hiddenCount} more` : ids.join(', ');
}
