import type * as z from 'zod';
import { scriptedRulesSchema, type WorkspaceConfig } from '../contract/index.ts';
import { AgentError } from '../ports/index.ts';
import { formatSchemaProblems } from '../values/index.ts';
import type { ConnectorEntry, ConnectorSource } from './connector-source.ts';
import { loadJsonc } from './read-jsonc.ts';

type ConnectorWorkspace = {
  root: string;
  config: WorkspaceConfig;
  systems: { connectors: readonly ConnectorSource[] };
};

/** Reads every connector of a workspace, by id. */
export function readConnectorEntries({ root, config, systems }: ConnectorWorkspace): Map<string, ConnectorEntry> {
  const entries = new Map<string, ConnectorEntry>();
  for (const source of systems.connectors) {
    for (const entry of source.read?.(root) ?? []) entries.set(entry.id, entry);
  }
  for (const [id, definition] of Object.entries(config.models)) {
    entries.set(id, { id, source: `models.${id} in the workspace config`, definition });
  }
  const others = new Map(entries);
  for (const source of systems.connectors) {
    for (const entry of source.readProject?.(root, others) ?? []) entries.set(entry.id, entry);
  }
  return entries;
}

/** Reads the rules file of a scripted connector or agent. */
export function readRulesFile(file: string): z.infer<typeof scriptedRulesSchema> {
  const parsed = scriptedRulesSchema.safeParse(loadJsonc(file));
  if (parsed.success) return parsed.data;
  throw new AgentError(`${file}: ${formatSchemaProblems(parsed.error)}`, 'configuration');
}
