import { closeSync, openSync, readdirSync, readSync } from 'node:fs';
import path from 'node:path';

const ignoredFolders = new Set(['node_modules', 'dist', 'build', 'coverage']);
const REPORT_START = /^\s*\{"type":\s*"start"/;

/** The case files below a folder, as paths from there with forward slashes. Reports, packages and hidden folders are not looked at. */
export function caseFilesBelow(folder: string): string[] {
  return [...filesBelow(folder, '')].toSorted();
}

function* filesBelow(root: string, folder: string): Generator<string> {
  for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
    const key = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory() && !entry.name.startsWith('.') && !ignoredFolders.has(entry.name)) {
      yield* filesBelow(root, key);
    }
    if (entry.isFile() && entry.name.endsWith('.jsonl') && !isReport(path.join(root, key))) yield key;
  }
}

/** A report is known by its name, or by its first line where `--output` gave it another. */
function isReport(file: string): boolean {
  return path.basename(file).startsWith('output-') || REPORT_START.test(beginningOf(file));
}

function beginningOf(file: string): string {
  const handle = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(64);
    return bytes.toString('utf8', 0, readSync(handle, bytes, 0, bytes.length, 0));
  } finally {
    closeSync(handle);
  }
}
