import { existsSync } from 'node:fs';
import path from 'node:path';
import { AppError } from '../host/errors.ts';

export const configFiles = ['runner.config.json', 'runner.config.ts', 'runner.config.js', 'runner.config.mjs'] as const;

/** Returns the path of a workspace's config file, or the default path if there is none. Throws if there are several. */
export function findConfigFile(root: string): string {
  const existingFile = configFiles
    .map((name) => path.join(/* turbopackIgnore: true */ root, name))
    .filter((file) => existsSync(/* turbopackIgnore: true */ file));
  if (existingFile.length > 1) {
    const names = existingFile.map((file) => path.basename(file)).join(' and ');
    throw new AppError('configuration', `${root} has ${names}; keep one of them`);
  }
  return existingFile[0] ?? path.join(/* turbopackIgnore: true */ root, configFiles[0]);
}

/** Returns true if a config file is code, which is evaluated in a worker and never by the dashboard. */
export function isCodeFile(file: string): boolean {
  return !file.endsWith('.json');
}
