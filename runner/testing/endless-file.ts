import { truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const FILE_BYTES = 300 * 1024 ** 2;

/** Writes a sparse file whose last line has 300 MB, although the file takes no disk space. */
export function writeFileWithEndlessLine(folder: string, name: string, before = 'first\n'): string {
  const file = path.join(folder, name);
  writeFileSync(file, before);
  truncateSync(file, FILE_BYTES);
  return file;
}
