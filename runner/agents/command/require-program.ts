import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';
import type { Variables } from '../../models/connectors.ts';
import { AgentError } from '../../ports/index.ts';

type RequiredProgram = { id: string; entry: { command: readonly string[] }; root: string; variables: Variables };

/** Throws if the program of a config entry cannot be found. */
export function requireProgram({ id, entry, root, variables }: RequiredProgram): void {
  const [program = ''] = entry.command;
  if (hasProgram(program, { cwd: root, variables })) return;
  const place = program.includes('/') ? `in ${root}` : 'in the folders of PATH';
  throw new AgentError(`agent "${id}": its command "${program}" is not a program ${place}`, 'configuration');
}

/**
 * Returns true if a command can be started: a path is resolved against `cwd`, a plain name is searched in `PATH`.
 * Always true on Windows, where the file name may have one of several extensions.
 */
function hasProgram(program: string, environment: { cwd: string; variables: Variables }): boolean {
  if (process.platform === 'win32') return true;
  if (program.includes('/')) return isExecutable(path.resolve(environment.cwd, program));
  const folders = (environment.variables.PATH ?? '').split(path.delimiter);
  return folders.some((folder) => isExecutable(path.resolve(environment.cwd, folder, program)));
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
