import path from 'node:path';
import { isResolvedInsideFolder, resolveRealPath } from './folder-containment.ts';

/**
 * Returns why a case must not send a file to its agent. After resolving links, the file must be in the workspace or in
 * one of the config's `folders` (relative to the workspace), and hidden files must be in one of the `folders`. Case
 * files may come from untrusted sources.
 */
export function createAttachmentCheck(
  root: string,
  folders: readonly string[] = [],
): (file: string) => string | undefined {
  const listed = folders.map((folder) => path.resolve(root, folder));
  return (file) => {
    if (listed.some((folder) => isResolvedInsideFolder(folder, file))) return undefined;
    if (!isResolvedInsideFolder(root, file)) return OUTSIDE_WORKSPACE_MESSAGE;
    return isHidden(root, file) ? HIDDEN_FILE_MESSAGE : undefined;
  };
}

/**
 * True for files such as `.env`, `.git/config`, `.runner/token`. Both the path as written and the path with resolved
 * links are checked.
 */
function isHidden(root: string, file: string): boolean {
  const names = path.relative(resolveRealPath(root), resolveRealPath(file)).split(path.sep);
  return [...names, ...path.relative(root, file).split(path.sep)].some((name) => /^\.(?!\.?$)/.test(name));
}

const OUTSIDE_WORKSPACE_MESSAGE =
  'the file is outside the workspace; list its folder under "folders" in the config to allow it';
const HIDDEN_FILE_MESSAGE =
  'its name, or that of a folder around it, begins with a dot; list that folder under "folders" in the config to allow it';
