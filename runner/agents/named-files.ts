import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { isInsideFolder } from '../scripts/folder-containment.ts';

const MAX_FILE_BYTES = 1024 ** 2;

/**
 * Returns the files of the workspace that have one of these names and are in one of these folders. Contents are
 * base64-encoded.
 */
export function findNamedFiles(search: {
  names: readonly string[];
  folders: readonly string[];
  root: string;
}): string[] {
  const { names, folders, root } = search;
  const files = names.flatMap((name) => folders.map((folder) => path.resolve(folder, name)));
  const inside = [...new Set(files)].filter((file) => isReadableInside(file, root));
  return inside.map((file) => readFileSync(file, 'base64'));
}

function isReadableInside(file: string, root: string): boolean {
  const status = statSync(file, { throwIfNoEntry: false });
  return status?.isFile() === true && status.size <= MAX_FILE_BYTES && isInsideFolder(root, file);
}
