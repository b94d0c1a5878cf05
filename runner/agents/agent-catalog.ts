import { findOxyFile, listOxyFiles, type OxyFile, withoutSuffix } from '../compat/oxy/agent/oxy-files.ts';
import type { AgentEntry, WorkspaceConfig } from '../contract/index.ts';
import { AgentError } from '../ports/index.ts';
import { type AgentFolder, bareAgentId, listAgentFolders } from '../scripts/agent-folders.ts';
import { nearest } from '../values/index.ts';

/** Where an agent comes from: an entry of the workspace config, a folder with a `package.yao`, a file of oxy's, or a connector. */
export type AgentSource =
  | { type: 'entry'; id: string; entry: AgentEntry }
  | { type: 'folder'; id: string; dir: string }
  | ({ type: 'oxy' } & OxyFile)
  | { type: 'model'; id: string; connector: string };

const MODEL = 'model:';

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
      const id = bareAgentId(reference);
      const file = findOxyFile(id, workspace.root);
      if (file !== undefined) return { type: 'oxy', ...file };
      if (id.startsWith(MODEL)) return { type: 'model', id, connector: id.slice(MODEL.length) };
      throw unknownAgent(id, workspace.root, {
        config: Object.keys(entries),
        folders: [...known().keys()],
        files: listOxyFiles(workspace.root).map((agent) => agent.id),
      });
    },
    folders: known,
    all() {
      const fromConfig = Object.entries(entries).map(([id, entry]): AgentSource => ({ type: 'entry', id, entry }));
      const others = [...known().values()].filter((folder) => !Object.hasOwn(entries, folder.id));
      return [
        ...fromConfig,
        ...others.map((folder): AgentSource => ({ type: 'folder', ...folder })),
        ...listOxyFiles(workspace.root).map((file): AgentSource => ({ type: 'oxy', ...file })),
      ];
    },
  };
}

type KnownAgents = Record<'config' | 'folders' | 'files', readonly string[]>;

function unknownAgent(id: string, root: string, { config, folders, files }: KnownAgents): AgentError {
  const known = [...config, ...folders, ...files];
  const near = known.find((other) => isEndOf(other, id)) ?? nearest(id, known);
  const lines = [
    `agent "${id}" not found`,
    `  in the workspace config: ${listed(config)}`,
    `  in folders with a package.yao below ${root}: ${listed(folders)}`,
    ...(files.length === 0 ? [] : [`  in agent and workflow files: ${listed(files)}`]),
    ...(near === undefined ? [] : [`  did you mean "${near}"?`]),
  ];
  return new AgentError(lines.join('\n'), 'configuration');
}

/** `sales` is the end of `team.sales`, and means `agents/sales.agent.yml`. */
function isEndOf(known: string, id: string): boolean {
  return known.endsWith(`.${id}`) || `/${withoutSuffix(known)}`.endsWith(`/${id}`);
}

function listed(ids: readonly string[]): string {
  const shown = ids.slice(0, 20).join(', ');
  if (ids.length > 20) return `${shown} and ${ids.length - 20} more`;
  return shown === '' ? 'none' : shown;
}
