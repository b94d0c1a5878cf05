import path from 'node:path';

/** How messages call a file: from where the person is, or in full when it is elsewhere. */
export function displayName(file: string, cwd: string): string {
  const relative = path.relative(cwd, file);
  return (relative.startsWith('..') ? file : relative).split(path.sep).join('/');
}
