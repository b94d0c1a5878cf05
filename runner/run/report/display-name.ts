import path from 'node:path';
import { toRelativePath } from '../../scripts/relative-path.ts';

/**
 * Returns the name under which messages show a file: relative to the current folder, or absolute if it is outside of
 * that folder.
 */
export function formatDisplayPath(file: string, cwd: string): string {
  const relative = toRelativePath(cwd, file);
  return relative.startsWith('..') ? file.split(path.sep).join('/') : relative;
}
