import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { type ConnectorDefinition, connectorSchema } from '../../../contract/index.ts';
import { type ConnectorEntry, connectorId } from '../../../models/connector-source.ts';
import { readJsonc } from '../../../models/read-jsonc.ts';
import { errorText, schemaProblems } from '../../../values/index.ts';

const connectorFile = /\.conn\.(?:yao|jsonc?)$/;

/** The connectors in files below `connectors/`. */
export function readConnectorFiles(root: string): ConnectorEntry[] {
  const folder = path.join(root, 'connectors');
  return connectorFilesIn(folder).map((relative) => {
    const file = path.join(folder, relative);
    return { id: connectorIdAt(relative), source: `connectors/${relative}`, file, ...readFileEntry(file) };
  });
}

/** Path below `connectors/` with dots for slashes; both extensions are dropped and dots in the name become `_`. */
export function connectorIdAt(relative: string): string {
  return connectorId(relative.replace(connectorFile, ''));
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
    return { problem: errorText(error) };
  }
}
