import type { Json } from '../values/index.ts';
import type { WorkerSystems } from './user-objects.ts';

/** The folder of an agent; its scripts lie in `src`. */
export type AgentFolder = { id: string; dir: string };

/** Finds the agent folders of a workspace, and the scripts in them. */
export type AgentFolders = {
  /** The names of the files that make a folder an agent's. */
  marks: readonly string[];
  /** The folder that a file belongs to: its own or the nearest one above. With `root`, ids are counted from there. */
  above(file: string, root?: string): AgentFolder | undefined;
  /** Every folder of an agent below a workspace, by id. */
  below(root: string): Map<string, AgentFolder>;
  /** The function in an agent's script for a name that starts with the agent's id. */
  script(
    name: string,
    folders: () => ReadonlyMap<string, AgentFolder>,
  ): { file: string; functionName: string } | undefined;
};

/** What other systems give scripts: the folders of agents, and what `Process()` calls by name. */
export type ScriptSystems = WorkerSystems & {
  folders: AgentFolders;
  /** Undefined for an unknown name. */
  process(name: string, values: readonly Json[], variables: Variables): Json | undefined;
};

type Variables = Readonly<Record<string, string | undefined>>;

/** `agents:` and `assistants.` before an id say what it is, not which. */
export function bareAgentId(reference: string): string {
  return reference.replace(/^agents:/, '').replace(/^assistants\./, '');
}
