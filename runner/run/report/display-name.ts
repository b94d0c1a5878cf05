import path from 'node:path';

/** Returns a file's name in messages: relative to the current folder, or in full outside of it. */
export function displayName(file: string, cwd: string): string {
  const relative = path.relative(cwd, file);
  return (relative.startsWith('..') ? file : relative).split(path.sep).join('/');
}
