import type { WorkspaceConfig } from '../contract/index.ts';
import { readConnectorEntries } from '../models/connector-entries.ts';
import type { ConnectorSource } from '../models/connector-source.ts';
import { expandVariable, type Variables } from '../models/connectors.ts';
import { textsUnderKeys } from '../values/index.ts';

type Workspace = {
  root: string;
  config: WorkspaceConfig;
  variables: Variables;
  systems: CredentialSystems;
};

/** What other systems have that may hold credentials; `servers` reads what is said of MCP servers. */
export type CredentialSystems = {
  connectors: readonly ConnectorSource[];
  servers: readonly ((root: string) => unknown[])[];
};

const keyLike = /key|token|secret|passw|credential|authorization|cookie/i;
const secretHeader = /auth(?!or)|session|signature|cookie|-sig$/i;

/**
 * The credentials that a workspace hands to servers: keys of connectors, agents and MCP servers, headers that look like
 * one, whether they are written out or taken from a variable of any name, and every header that is a variable.
 */
export function listCredentials(workspace: Workspace): string[] {
  const { root, config, variables, systems } = workspace;
  const places = [
    ...Object.values(config.agents),
    ...readConnectorEntries(workspace).values(),
    ...systems.servers.flatMap((read) => read(root)),
  ];
  return [...new Set(textsUnderKeys(places, isCredential))].map((text) => secretIn(text, variables));
}

/** In `Bearer $ENV.NAME` the first word only says how. */
function secretIn(text: string, variables: Variables): string {
  return expandVariable(text.trim().replace(/^\S+\s+/, ''), variables) ?? '';
}

/** Whoever keeps a header in a variable keeps it from others, whatever its name is. */
function isCredential(key: string, text: string, around: string): boolean {
  return keyLike.test(key) || (around === 'headers' && (text.includes('$ENV.') || secretHeader.test(key)));
}
