import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';

const variablesSchema = z.object({
  TURNTREE_HOME: z.string().optional(),
  TURNTREE_WORKSPACE: z.string().optional(),
  TURNTREE_DB: z.string().optional(),
  TURNTREE_PORT: z.coerce.number().int().optional(),
});

/** What the process was told: where Turntree is installed, which workspace it serves, and where the history is. */
export type Environment = {
  home: string;
  workspace: string;
  databaseFile: string;
  port: number | undefined;
  variables: Record<string, string | undefined>;
};

/** The only reader of the process environment beside the command line, which hands it to agents. */
export function environment(): Environment {
  const variables = variablesSchema.parse(process.env);
  const workspace = path.resolve(/* turbopackIgnore: true */ variables.TURNTREE_WORKSPACE ?? process.cwd());
  return {
    home: variables.TURNTREE_HOME ?? installationFolder(),
    workspace,
    databaseFile: path.resolve(/* turbopackIgnore: true */ variables.TURNTREE_DB ?? defaultDatabaseFile(workspace)),
    port: variables.TURNTREE_PORT,
    variables: process.env,
  };
}

export function defaultDatabaseFile(workspace: string): string {
  return path.join(workspace, '.runner', 'history.db');
}

/** The folder of Turntree's own package.json, from a source file as well as from a bundle. */
export function installationFolder(): string {
  let folder = import.meta.dirname;
  while (!isOurs(path.join(folder, 'package.json'))) {
    const parent = path.dirname(folder);
    if (parent === folder) return process.cwd();
    folder = parent;
  }
  return folder;
}

export function toolVersion(home: string): string {
  return packageSchema.parse(JSON.parse(readFileSync(path.join(home, 'package.json'), 'utf8'))).version;
}

const packageSchema = z.object({ name: z.string(), version: z.string() });

function isOurs(file: string): boolean {
  if (!existsSync(file)) return false;
  const parsed = packageSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  return parsed.success && parsed.data.name === 'turntree';
}
