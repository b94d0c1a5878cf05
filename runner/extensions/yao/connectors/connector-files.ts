import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { type ConnectorDefinition, connectorSchema } from '../../../contract/index.ts';
import { type ConnectorEntry, toConnectorId } from '../../../models/connector-source.ts';
import { loadJsonc } from '../../../models/read-jsonc.ts';
import { formatSchemaProblems, toErrorMessage } from '../../../values/index.ts';

const connectorFilePattern = /\.conn\.(?:yao|jsonc?)$/;

/** Reads the connectors from the files in `connectors/`. */
export function readConnectorFiles(root: string): ConnectorEntry[] {
  const folder = path.join(root, 'connectors');
  return listConnectorFiles(folder).map((relative) => {
    const file = path.join(folder, relative);
    return { id: toConnectorIdFromPath(relative), source: `connectors/${relative}`, file, ...readConnectorFile(file) };
  });
}

/**
 * Returns the id of a connector file: its path below `connectors/` with dots instead of slashes. Both file extensions
 * are removed, and dots in the file name become `_`.
 */
export function toConnectorIdFromPath(relative: string): string {
  return toConnectorId(relative.replace(connectorFilePattern, ''));
}

function listConnectorFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => connectorFilePattern.test(file))
    .sort();
}

function readConnectorFile(file: string): { definition: ConnectorDefinition } | { problem: string } {
  try {
    const parsed = connectorSchema.safeParse(loadJsonc(file));
    return parsed.success ? { definition: parsed.data } : { problem: formatSchemaProblems(parsed.error) };
  } catch (error) {
    return { problem: toErrorMessage(error) };
  }
}
