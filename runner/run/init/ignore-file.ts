import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const IGNORE_FILE = '.gitignore';

/** Files that Turntree writes while it runs. They should not be in version control. */
const ignoreFileLines = '.runner/\noutput-*.jsonl\n';

/** Returns the lines that are missing in the `.gitignore` of a folder. */
export function listMissingIgnoreLines(root: string): string[] {
  const present = readFileSync(path.join(root, IGNORE_FILE), 'utf8')
    .split('\n')
    .map((line) => line.trim());
  return ignoreFileLines
    .trim()
    .split('\n')
    .filter((line) => !present.includes(line));
}

/** Writes a `.gitignore` into a workspace that has none. Returns its name if it was written. */
export function writeIgnoreFile(root: string): string | undefined {
  const file = path.join(root, IGNORE_FILE);
  if (existsSync(file)) return undefined;
  writeFileSync(file, ignoreFileLines, { flag: 'wx' });
  return IGNORE_FILE;
}
