import path from 'node:path';
import * as z from 'zod';
import { installationFolder } from './installation.ts';

const variablesSchema = z.object({
  TURNTREE_HOME: z.string().optional(),
  TURNTREE_WORKSPACE: z.string().optional(),
  TURNTREE_DB: z.string().optional(),
  TURNTREE_PORT: z.coerce.number().int().optional(),
});

declare global {
  // No variable of the process: programs that it starts would know it.
  var turntreeToken: string | undefined;
}

/** The settings of the process: Turntree's installation, the workspace it serves, and the path of the history. */
export type Environment = {
  home: string;
  workspace: string;
  databaseFile: string;
  port: number | undefined;
  /** What a request to the server must know; nothing where everybody is answered. */
  token: string | undefined;
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
    token: globalThis.turntreeToken,
    variables: process.env,
  };
}

export function defaultDatabaseFile(workspace: string): string {
  return path.join(workspace, '.runner', 'history.db');
}
