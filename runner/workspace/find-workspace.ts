import { existsSync } from 'node:fs';
import path from 'node:path';
import { isProjectOfOtherSystem, workspaceMarkerFiles } from '../extensions/workspace-files.ts';
import { configFiles } from './config-file.ts';

const workspaceMarkers = [...configFiles, '.runner', ...workspaceMarkerFiles];

/**
 * Returns the workspace of a file or folder: the nearest folder, starting at the path itself, that has a config file of
 * a workspace or is a project of another agent system; undefined if there is none.
 */
export function findWorkspace(from: string): string | undefined {
  let folder = path.resolve(from);
  while (true) {
    const folderToCheck = folder;
    if (
      workspaceMarkers.some((marker) => existsSync(path.join(folderToCheck, marker))) ||
      isProjectOfOtherSystem(folderToCheck)
    )
      return folder;
    const parent = path.dirname(folder);
    if (parent === folder) return undefined;
    folder = parent;
  }
}
