import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';
import type { Variables } from '../../models/connectors.ts';

/**
 * Whether a command can be started: a path is relative to `cwd`, a bare name is looked for in `PATH`. On Windows, where
 * names have several endings, it is left to the system to say.
 */
export function hasProgram(program: string, place: { cwd: string; variables: Variables }): boolean {
  if (process.platform === 'win32') return true;
  if (program.includes('/')) return isExecutable(path.resolve(place.cwd, program));
  const folders = (place.variables.PATH ?? '').split(path.delimiter);
  return folders.some((folder) => isExecutable(path.resolve(place.cwd, folder, program)));
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
