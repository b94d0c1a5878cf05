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

/** Where other agent systems store credentials; each function in `servers` reads definitions of MCP servers. */
export type CredentialIntegrations = {
  connectors: readonly ConnectorSource[];
  servers: readonly ((root: string) => unknown[])[];
};

const keyNamePattern = /key|token|secret|passw|credential|authorization|cookie/i;
const secretHeaderPattern = /auth(?!or)|session|signature|cookie|-sig$/i;

/**
 * Returns the credentials that a workspace sends to servers: the keys of connectors, agents and MCP servers, all
 * headers whose name looks like a credential, and all headers that contain a variable.
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

/** Removes the first word, which in `Bearer $ENV.NAME` is only the scheme. */
function expandSecretInHeader(text: string, variables: Variables): string {
  return expandVariable(text.trim().replace(/^\S+\s+/, ''), variables) ?? '';
}

/** Returns true for fields with a secret. A header with a variable counts as secret, whatever its name is. */
function isCredentialField(key: string, text: string, surroundingText: string): boolean {
  return (
    keyNamePattern.test(key) ||
    (surroundingText === 'headers' && (text.includes('$ENV.') || secretHeaderPattern.test(key)))
  );
}
