import { isJsonObject, type WorkspaceConfig } from '../contract/index.ts';
import { readConnectorEntries } from './connector-files.ts';
import type { Variables } from './connectors.ts';

const keyLike = /key|token|secret|passw|credential|authorization|cookie/i;

/**
 * The credentials that a workspace hands to servers: keys of connectors and agents, and headers that look like one,
 * whether they are written out or taken from a variable of any name.
 */
export function credentialsOf(workspace: { root: string; config: WorkspaceConfig; variables: Variables }): string[] {
  const { root, config, variables } = workspace;
  const connectors = [...readConnectorEntries(root, config).values()];
  const written = [...textsUnderKeys(Object.values(config.agents)), ...textsUnderKeys(connectors)];
  return written.map((text) => secretIn(text, variables));
}

/** In `Bearer $ENV.NAME` the first word only says how. */
function secretIn(text: string, variables: Variables): string {
  const secret = text.trim().replace(/^\S+\s+/, '');
  return secret.startsWith('$ENV.') ? (variables[secret.slice('$ENV.'.length)] ?? '') : secret;
}

function* textsUnderKeys(value: unknown, isCredential = false): Generator<string> {
  if (typeof value === 'string' && isCredential) yield value;
  if (Array.isArray(value)) for (const item of value) yield* textsUnderKeys(item, isCredential);
  if (!isJsonObject(value)) return;
  for (const [key, member] of Object.entries(value)) yield* textsUnderKeys(member, keyLike.test(key));
}
