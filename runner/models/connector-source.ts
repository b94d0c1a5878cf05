import type { ConnectorDefinition } from '../contract/index.ts';

/**
 * A connector that was found; if it cannot be used, with the reason. `source` names the file or entry that defines it.
 */
export type ConnectorEntry = { id: string; source: string; file?: string } & (
  | { definition: ConnectorDefinition }
  | { problem: string }
);

/** A source of connectors that are defined outside of `models` in the workspace config. */
export type ConnectorSource = {
  /** The paths where connector files belong, for messages in a workspace that has none yet. */
  files?: string;
  /**
   * Reads connectors from separate files. A connector in the config takes precedence over one with the same id in a
   * file.
   */
  read?(root: string): ConnectorEntry[];
  /**
   * Reads the models that a project defines. If `others` has a connector with the name of such a model, that connector
   * is used in place of the model's definition.
   */
  readProject?(root: string, others: ReadonlyMap<string, ConnectorEntry>): ConnectorEntry[];
  /** Reads the connectors that the workspace assigns to roles; `file` is the file with these assignments. */
  roles?: { file: string; read(root: string): Readonly<Record<string, string>> };
};

/** Derives a connector id from a path: slashes become dots, and dots in the file name become `_`. */
export function toConnectorId(path: string): string {
  const segments = path.split('/');
  const base = segments.pop() ?? '';
  return [...segments, base.replaceAll('.', '_')].join('.');
}
