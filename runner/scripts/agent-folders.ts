import type { Json } from '../values/index.ts';
import type { WorkerIntegrations } from './user-objects.ts';

/** The folder of an agent, which contains its scripts in `src`. */
export type AgentFolder = { id: string; dir: string };

/** Finds the agent folders of a workspace, and the scripts in them. */
export type AgentFolders = {
  /** The names of files whose presence marks a folder as the folder of an agent. */
  marks: readonly string[];
  /**
   * Returns the agent folder that contains a file: the nearest one at or above the file's folder. With `root`, ids are
   * relative to `root`.
   */
  above(file: string, root?: string): AgentFolder | undefined;
  /** Returns all agent folders of a workspace, by id. */
  below(root: string): Map<string, AgentFolder>;
  /** Resolves a name that begins with an agent's id to the function in that agent's script. */
  script(
    name: string,
    folders: () => ReadonlyMap<string, AgentFolder>,
  ): { file: string; functionName: string } | undefined;
};

/**
 * What each supported agent system (such as Yao) adds to scripts: the folders in which its agents are, and the
 * functions that a script calls by name with `Process()`.
 */
export type ScriptIntegrations = WorkerIntegrations & {
  folders: AgentFolders;
  /** Calls one of an agent system's built-in functions by name; undefined for an unknown name. */
  process(name: string, values: readonly Json[], variables: Variables): Json | undefined;
};

type Variables = Readonly<Record<string, string | undefined>>;

/** Removes the prefixes `agents:` and `assistants.`, which do not belong to an agent's id. */
export function removeAgentPrefix(reference: string): string {
  return reference.replace(/^agents:/, '').replace(/^assistants\./, '');
}
