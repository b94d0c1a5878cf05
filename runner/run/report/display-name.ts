import path from 'node:path';
import { toRelativePath } from '../../scripts/relative-path.ts';

/** Returns the name of a file in messages: relative to the current folder, or absolute if the file is outside of it. */
export function formatDisplayPath(file: string, cwd: string): string {
  const relative = toRelativePath(cwd, file);
  return relative.startsWith('..') ? file.split(path.sep).join('/') : relative;
}
