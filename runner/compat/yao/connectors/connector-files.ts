import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type * as z from 'zod';
import {
  type ConnectorDefinition,
  connectorSchema,
  scriptedRulesSchema,
  type WorkspaceConfig,
} from '../../../contract/index.ts';
import { readJsonc } from '../../../models/read-jsonc.ts';
import { AgentError } from '../../../ports/index.ts';
import { schemaProblems } from '../../../values/index.ts';
import { readOxyModels } from '../../oxy/oxy-models.ts';

/** A connector as found: usable, or with the reason why it is not. `source` names where it is written. */
export type ConnectorEntry = { id: string; source: string; file?: string } & (
  | { definition: ConnectorDefinition }
  | { problem: string }
);

const connectorFile = /\.conn\.(?:yao|jsonc?)$/;

/**
 * Every connector of a workspace by id: `models` of the config, files below `connectors/`, and models of an oxy project's
 * `config.yml`. Of one name the first of these wins.
 */
export function readConnectorEntries(root: string, config: WorkspaceConfig): Map<string, ConnectorEntry> {
  const entries = new Map<string, ConnectorEntry>();
  const folder = path.join(root, 'connectors');
  for (const relative of connectorFilesIn(folder)) {
    const id = connectorIdOf(relative);
    entries.set(id, {
      id,
      source: `connectors/${relative}`,
      file: path.join(folder, relative),
      ...readFileEntry(path.join(folder, relative)),
    });
  }
  for (const [id, definition] of Object.entries(config.models)) {
    entries.set(id, { id, source: `models.${id} in the workspace config`, definition });
  }
  const own = new Map(entries);
  for (const { name, line, ...model } of readOxyModels(root)) {
    // A file cannot be called like a model with a dot in its name: its id has a `_` there.
    const substitute = own.get(name) ?? own.get(connectorIdOf(name));
    entries.set(name, { source: `config.yml:${line}`, ...(substitute ?? model), id: name });
  }
  return entries;
}

/** Path below `connectors/` with dots for slashes; both extensions are dropped and dots in the name become `_`. */
export function connectorIdOf(relative: string): string {
  const segments = relative.replace(connectorFile, '').split('/');
  const base = segments.pop() ?? '';
  return [...segments, base.replaceAll('.', '_')].join('.');
}

/** The rules of a scripted connector or agent that keeps them in a file of their own. */
export function readRulesFile(file: string): z.infer<typeof scriptedRulesSchema> {
  const value = readJsonc(file);
  const parsed = scriptedRulesSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new AgentError(`${file}: ${schemaProblems(parsed.error)}`, 'configuration');
}

function connectorFilesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => connectorFile.test(file))
    .sort();
}

function readFileEntry(file: string): { definition: ConnectorDefinition } | { problem: string } {
  try {
    const parsed = connectorSchema.safeParse(readJsonc(file));
    return parsed.success ? { definition: parsed.data } : { problem: schemaProblems(parsed.error) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
