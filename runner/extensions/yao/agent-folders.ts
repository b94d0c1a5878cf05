import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { AgentFolder, AgentFolders } from '../../scripts/agent-folders.ts';
import { isOutsideFolder } from '../../scripts/folder-containment.ts';
import { findAssistantScript } from './find-assistant-script.ts';

const PACKAGE_FILE = 'package.yao';
const skippedFolders = new Set(['node_modules', 'dist', 'build']);

/** Finds the folders of assistants. Assistants are Yao's agents. */
export const agentFolders: AgentFolders = {
  marks: [PACKAGE_FILE],
  above: findFolderAbove,
  below: listAgentFolders,
  script: findAssistantScript,
};

/** Returns the folder with a `package.yao` to which a file belongs: the file's own folder or the nearest one above. */
function findFolderAbove(file: string, root?: string): AgentFolder | undefined {
  for (let dir = path.dirname(path.resolve(file)); ; dir = path.dirname(dir)) {
    if (existsSync(path.join(dir, PACKAGE_FILE))) return { id: toAgentFolderId(dir, root), dir };
    if (dir === root || dir === path.dirname(dir)) return undefined;
  }
}

/** Returns all agent folders below a workspace, by id. Omits hidden folders and `node_modules`. */
function listAgentFolders(root: string): Map<string, AgentFolder> {
  const folders = new Map<string, AgentFolder>();
  collectAgentFolders(root, root, folders);
  return folders;
}

/**
 * Returns the id of an agent folder: its path below the first `assistants` folder with dots instead of slashes, or the
 * folder's own name if there is no `assistants` folder.
 */
function toAgentFolderId(dir: string, root?: string): string {
  const isInside = root !== undefined && !isOutsideFolder(root, dir);
  const segments = (isInside ? path.relative(root, dir) : dir).split(path.sep);
  const first = segments.indexOf('assistants');
  const segmentsBelow = first === -1 ? [] : segments.slice(first + 1);
  return segmentsBelow.length > 0 ? segmentsBelow.join('.') : path.basename(dir);
}

function collectAgentFolders(dir: string, root: string, folders: Map<string, AgentFolder>): void {
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    if (entry.isFile() && entry.name === PACKAGE_FILE) {
      const id = toAgentFolderId(dir, root);
      if (!folders.has(id)) folders.set(id, { id, dir });
    }
    if (!entry.isDirectory() || entry.name.startsWith('.') || skippedFolders.has(entry.name)) continue;
    collectAgentFolders(path.join(dir, entry.name), root, folders);
  }
}
