import type { WorkspaceConfig } from '../contract/index.ts';
import { readConnectorEntries } from '../models/connector-entries.ts';
import type { ConnectorSource } from '../models/connector-source.ts';
import { expandVariable, type Variables } from '../models/connectors.ts';
import { findTextsUnderKeys } from '../values/index.ts';

type CredentialWorkspace = {
  root: string;
  config: WorkspaceConfig;
  variables: Variables;
  systems: CredentialIntegrations;
};

/** Where credentials may be configured in other systems; each of `servers` reads the definitions of MCP servers. */
export type CredentialIntegrations = {
  connectors: readonly ConnectorSource[];
  servers: readonly ((root: string) => unknown[])[];
};

const keyNamePattern = /key|token|secret|passw|credential|authorization|cookie/i;
const secretHeaderPattern = /auth(?!or)|session|signature|cookie|-sig$/i;

/**
 * The credentials that a workspace sends to servers: keys of connectors, agents and MCP servers, headers that look
 * like credentials, whether literal or from a variable of any name, and every header that uses a variable.
 */
export function listCredentials(workspace: CredentialWorkspace): string[] {
  const { root, config, variables, systems } = workspace;
  const places = [
    ...Object.values(config.agents),
    ...readConnectorEntries(workspace).values(),
    ...systems.servers.flatMap((read) => read(root)),
  ];
  return [...new Set(findTextsUnderKeys(places, isCredentialField))].map((text) =>
    expandSecretInHeader(text, variables),
  );
}

/** In `Bearer $ENV.NAME` the first word is only the scheme, so it is removed. */
function expandSecretInHeader(text: string, variables: Variables): string {
  return expandVariable(text.trim().replace(/^\S+\s+/, ''), variables) ?? '';
}

/** A header that comes from a variable is treated as secret, whatever its name. */
function isCredentialField(key: string, text: string, surroundingText: string): boolean {
  return (
    keyNamePattern.test(key) ||
    (surroundingText === 'headers' && (text.includes('$ENV.') || secretHeaderPattern.test(key)))
  );
}
