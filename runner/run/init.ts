import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { configFiles } from '../workspace/config-file.ts';
import { workspaceFiles } from './init/workspace-files.ts';
import { UsageError } from './usage-error.ts';

const IGNORE_FILE = '.gitignore';

/**
 * Creates a sample workspace whose cases pass. Throws instead of overwriting a file; `toIgnore` contains the lines to
 * add to an existing `.gitignore`.
 */
export function createWorkspace(root: string): { files: string[]; toIgnore: string | undefined } {
  const ignores = existsSync(path.join(root, IGNORE_FILE));
  const files = Object.keys(workspaceFiles).filter((file) => file !== IGNORE_FILE || !ignores);
  const existing = [...new Set([...configFiles, ...files])].filter((file) => existsSync(path.join(root, file)));
  if (existing.length > 0) {
    throw new UsageError(
      `nothing was written: ${existing.length === 1 ? 'a file is' : `${existing.length} files are`} there already`,
      [...existing.map((file) => path.join(root, file)), 'Name another folder: npx turntree init my-tests'],
    );
  }
  for (const file of files) {
    const place = path.join(root, file);
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, workspaceFiles[file] ?? '', { flag: 'wx' });
  }
  return { files, toIgnore: ignores ? workspaceFiles[IGNORE_FILE]?.trim() : undefined };
}
