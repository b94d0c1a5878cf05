import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { readBounded } from '../../host/bounded-file.ts';
import { toErrorMessage } from '../../values/index.ts';
import { hideQueueKeyInOutput } from '../machine/queue-key.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

/**
 * Adds the variables in env files to those of the terminal; later files take precedence. Throws if a file does not
 * exist.
 */
export function addEnvFileVariables(terminal: Terminal, files: readonly string[]): Terminal {
  if (files.length === 0) return terminal;
  return hideQueueKeyInOutput({ ...terminal, variables: { ...terminal.variables, ...readEnvFiles(files, terminal) } });
}

/** Returns the variables in env files; later files take precedence. Throws if a file does not exist. */
export function readEnvFiles(files: readonly string[], { cwd }: Pick<Terminal, 'cwd'>): NodeJS.Dict<string> {
  return Object.assign({}, ...files.map((file) => parseEnv(readEnvFile(file, cwd))));
}

function readEnvFile(file: string, cwd: string): string {
  const filePath = path.resolve(cwd, file);
  try {
    return readBounded(filePath, { name: file });
  } catch (error) {
    if (!existsSync(filePath)) throw new UsageError(`--env ${file} does not exist`, [`looked for ${filePath}`]);
    throw new UsageError(`--env ${file} cannot be read`, [toErrorMessage(error)]);
  }
}
