import path from 'node:path';
import { relativePath } from '../../scripts/relative-path.ts';

/** Returns a file's name in messages: relative to the current folder, or in full outside of it. */
export function displayName(file: string, cwd: string): string {
  const relative = relativePath(cwd, file);
  return relative.startsWith('..') ? file.split(path.sep).join('/') : relative;
}
