import path from 'node:path';

/** Returns a path relative to a folder, with forward slashes on every system; `.` for the folder itself. */
export function toRelativePath(folder: string, file: string): string {
  return path.relative(folder, file).split(path.sep).join('/') || '.';
}
