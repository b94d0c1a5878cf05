import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { readConnectorEntries } from '../compat/yao/connectors/connector-files.ts';
import type { WorkspaceConfig } from '../contract/index.ts';
import type { Variables } from '../models/connectors.ts';
import { readJsonc } from '../models/read-jsonc.ts';
import { isJsonObject, type JsonObject } from '../values/index.ts';

const keyLike = /key|token|secret|passw|credential|authorization|cookie/i;
const serverFiles = {
  mcps: 'mcps/**/*.mcp.{yao,json,jsonc}',
  assistants: 'assistants/**/mcps/**/*.mcp.{yao,json,jsonc}',
};

/**
 * The credentials that a workspace hands to servers: keys of connectors, agents and MCP servers, headers that look like
 * one, whether they are written out or taken from a variable of any name, and every header that is a variable.
 */
export function credentialsOf(workspace: { root: string; config: WorkspaceConfig; variables: Variables }): string[] {
  const { root, config, variables } = workspace;
  const places = [...Object.values(config.agents), ...readConnectorEntries(root, config).values(), ...serversIn(root)];
  return [...new Set(textsUnderKeys(places))].map((text) => secretIn(text, variables));
}

/** A file that is broken is complained about when its server is needed. */
function serversIn(root: string): unknown[] {
  // Most workspaces have neither folder, and the first search costs as much as the rest of finding the workspace.
  const patterns = Object.entries(serverFiles).flatMap(([folder, pattern]) =>
    existsSync(path.join(root, folder)) ? [pattern] : [],
  );
  if (patterns.length === 0) return [];
  const files = globSync(patterns, { cwd: root, exclude: (name) => path.basename(name) === 'node_modules' });
  return files.flatMap((file) => {
    try {
      return [readJsonc(path.join(root, file))];
    } catch {
      return [];
    }
  });
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
  for (const [key, member] of Object.entries(value)) {
    yield* textsUnderKeys(member, keyLike.test(key));
    if (key === 'headers' && isJsonObject(member)) yield* textsOfVariables(member);
  }
}

/** Whoever keeps a header in a variable keeps it from others, whatever its name is. */
function* textsOfVariables(headers: JsonObject): Generator<string> {
  for (const text of Object.values(headers)) if (typeof text === 'string' && text.includes('$ENV.')) yield text;
}
