import { lstatSync, realpathSync } from 'node:fs';
import path from 'node:path';

/** Returns false for a file outside of the folder, and for a link to a file that is outside of it or missing. */
export function isInsideFolder(folder: string, file: string): boolean {
  return !isOutsideFolder(folder, file) && isResolvedInsideFolder(folder, file);
}

/** True if a path is inside a folder. Compares real paths, that is, after links are resolved. */
export function isResolvedInsideFolder(folder: string, file: string): boolean {
  try {
    return !isOutsideFolder(resolveRealPath(folder), resolveRealPath(file));
  } catch {
    return false;
  }
}

/** True if a path is outside a folder. Compares the paths as written, without resolving links. */
export function isOutsideFolder(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  return relative === '..' || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative);
}

/**
 * Returns the real path of the part of a path that exists, followed by the part that does not exist. Throws for a
 * dangling link.
 */
export function resolveRealPath(file: string): string {
  const exists = lstatSync(file, { throwIfNoEntry: false }) !== undefined;
  return exists ? realpathSync(file) : path.join(resolveRealPath(path.dirname(file)), path.basename(file));
}
