import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { isOutsideFolder } from '../scripts/folder-containment.ts';

const SCORER_FOLDER = 'scorers';
const scorerFileExtensions = ['.ts', '.js', '.mts', '.mjs'];

/**
 * Returns the folders that may contain scorer files: `scorers/` in the table's folder and in each folder above it, up
 * to the workspace.
 */
export function listScorerFolders(folder: string, root: string): string[] {
  const folders = [path.join(root, SCORER_FOLDER)];
  for (
    let ancestor = folder;
    ancestor !== root && ancestor !== path.dirname(ancestor);
    ancestor = path.dirname(ancestor)
  ) {
    folders.push(path.join(ancestor, SCORER_FOLDER));
    if (isOutsideFolder(root, folder)) break;
  }
  return folders;
}

/** Returns the path `scorers/<type>.ts` or `scorers/<type>/index.ts` in the first folder that contains one of these. */
export function findScorerFile(type: string, folders: readonly string[]): string | undefined {
  if (/[/\\]|^\.+$/.test(type)) return undefined;
  return folders
    .flatMap((folder) => [path.join(folder, type), path.join(folder, type, 'index')])
    .flatMap((stem) => scorerFileExtensions.map((extension) => stem + extension))
    .find((file) => existsSync(file) && statSync(file).isFile());
}

/** Lists the types that have a scorer file in one of the folders. */
export function listScorerFileTypes(folders: readonly string[]): string[] {
  return folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).flatMap(listScorerTypesOfEntry));
}

function listScorerTypesOfEntry(entry: string): string[] {
  const { name, ext } = path.parse(entry);
  return ext === '' || scorerFileExtensions.includes(ext) ? [name] : [];
}
