import type { WorkspaceConfig } from '../contract/index.ts';
import { readConnectorEntries } from '../models/connector-entries.ts';
import type { ConnectorSource } from '../models/connector-source.ts';
import { expandVariable, type Variables } from '../models/connectors.ts';
import { isJsonObject, type JsonObject } from '../values/index.ts';

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
export function credentialsOf(workspace: Workspace): string[] {
  const { root, config, variables, systems } = workspace;
  const places = [
    ...Object.values(config.agents),
    ...readConnectorEntries(workspace).values(),
    ...systems.servers.flatMap((read) => read(root)),
  ];
  return [...new Set(textsUnderKeys(places))].map((text) => secretIn(text, variables));
}

/** In `Bearer $ENV.NAME` the first word only says how. */
function secretIn(text: string, variables: Variables): string {
  return expandVariable(text.trim().replace(/^\S+\s+/, ''), variables) ?? '';
}

function* textsUnderKeys(value: unknown, isCredential = false): Generator<string> {
  if (typeof value === 'string' && isCredential) yield value;
  if (Array.isArray(value)) for (const item of value) yield* textsUnderKeys(item, isCredential);
  if (!isJsonObject(value)) return;
  for (const [key, member] of Object.entries(value)) {
    yield* textsUnderKeys(member, keyLike.test(key));
    if (key === 'headers' && isJsonObject(member)) yield* secretHeaders(member);
  }
}

/** Whoever keeps a header in a variable keeps it from others, whatever its name is. */
function* secretHeaders(headers: JsonObject): Generator<string> {
  for (const [name, text] of Object.entries(headers))
    if (typeof text === 'string' && (text.includes('$ENV.') || secretHeader.test(name))) yield text;
}
