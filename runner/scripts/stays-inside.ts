import { lstatSync, realpathSync } from 'node:fs';
import path from 'node:path';

/** Returns false for a file outside of a folder, and for a link that leads out of it, or nowhere. */
export function staysInside(folder: string, file: string): boolean {
  return !isOutside(folder, file) && leadsInside(folder, file);
}

/** Where links lead is all that counts here. */
export function leadsInside(folder: string, file: string): boolean {
  try {
    return !isOutside(realPath(folder), realPath(file));
  } catch {
    return false;
  }
}

/** By its name alone: where links lead is not looked at. */
export function isOutside(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  return relative === '..' || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative);
}

/** The real path of what is there, and behind it what is not. A link into nowhere has none, and throws. */
export function realPath(file: string): string {
  const isThere = lstatSync(file, { throwIfNoEntry: false }) !== undefined;
  return isThere ? realpathSync(file) : path.join(realPath(path.dirname(file)), path.basename(file));
}
