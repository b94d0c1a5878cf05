import { type AgentEntry, nearest, type WorkspaceConfig } from '../contract/index.ts';
import { AgentError } from '../engine/ports.ts';
import { type AgentFolder, bareAgentId, listAgentFolders } from '../scripts/agent-folders.ts';

/** Where an agent comes from: an entry of the workspace config or a folder with a `package.yao`. */
export type AgentSource =
  | { type: 'entry'; id: string; entry: AgentEntry }
  | { type: 'folder'; id: string; dir: string };

export type AgentCatalog = {
  /** Throws when there is no such agent, with what was searched and the nearest name. */
  find(reference: string): AgentSource;
  all(): AgentSource[];
  /** The assistant folders, whatever the config says about their ids. */
  folders(): ReadonlyMap<string, AgentFolder>;
};

/** All agents of a workspace by id; an entry of the config wins over a folder. Folders are looked for once, when asked. */
export function createAgentCatalog(workspace: { root: string; config: WorkspaceConfig }): AgentCatalog {
  let folders: Map<string, AgentFolder> | undefined;
  const entries = workspace.config.agents;
  const known = () => {
    folders ??= listAgentFolders(workspace.root);
    return folders;
  };
  return {
    find(reference) {
      for (const id of [reference, bareAgentId(reference)]) {
        const entry = Object.hasOwn(entries, id) ? entries[id] : undefined;
        if (entry !== undefined) return { type: 'entry', id, entry };
        const folder = known().get(id);
        if (folder !== undefined) return { type: 'folder', ...folder };
      }
      throw unknownAgent(bareAgentId(reference), Object.keys(entries), [...known().keys()], workspace.root);
    },
    folders: known,
    all() {
      const fromConfig = Object.entries(entries).map(([id, entry]): AgentSource => ({ type: 'entry', id, entry }));
      const others = [...known().values()].filter((folder) => !Object.hasOwn(entries, folder.id));
      return [...fromConfig, ...others.map((folder): AgentSource => ({ type: 'folder', ...folder }))];
    },
  };
}

function unknownAgent(id: string, entries: readonly string[], folders: readonly string[], root: string): AgentError {
  const known = [...entries, ...folders];
  const near = known.find((other) => other.endsWith(`.${id}`)) ?? nearest(id, known);
  const lines = [
    `agent "${id}" not found`,
    `  in the workspace config: ${listed(entries)}`,
    `  in folders with a package.yao below ${root}: ${listed(folders)}`,
    ...(near === undefined ? [] : [`  did you mean "${near}"?`]),
  ];
  return new AgentError(lines.join('\n'), 'configuration');
}

function listed(ids: readonly string[]): string {
  const shown = ids.slice(0, 20).join(', ');
  if (ids.length > 20) return `${shown} and ${ids.length - 20} more`;
  return shown === '' ? 'none' : shown;
}
