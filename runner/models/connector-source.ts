import type { ConnectorDefinition } from '../contract/index.ts';

/** A connector as found: usable, or with the reason why it is not. `source` names where it is written. */
export type ConnectorEntry = { id: string; source: string; file?: string } & (
  | { definition: ConnectorDefinition }
  | { problem: string }
);

/** Connectors that a workspace has beside `models` of its config. */
export type ConnectorSource = {
  /** Where its files belong, for a workspace that has none. */
  files?: string;
  /** What lies in files of their own. The config wins over them. */
  read?(root: string): ConnectorEntry[];
  /** The models of a project. They win over the rest, of which one may stand in for a model. */
  readProject?(root: string, others: ReadonlyMap<string, ConnectorEntry>): ConnectorEntry[];
  /** The connectors that a workspace gives to roles, and the file that says so. */
  roles?: { file: string; read(root: string): Readonly<Record<string, string>> };
};

/** The id of a connector by a path: dots for slashes, and `_` for the dots of its name. */
export function connectorId(path: string): string {
  const segments = path.split('/');
  const base = segments.pop() ?? '';
  return [...segments, base.replaceAll('.', '_')].join('.');
}
