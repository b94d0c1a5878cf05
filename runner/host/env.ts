import path from 'node:path';
import * as z from 'zod';
import { findInstallationFolder } from './installation.ts';

const variablesSchema = z.object({
  TURNTREE_HOME: z.string().optional(),
  TURNTREE_WORKSPACE: z.string().optional(),
  TURNTREE_DB: z.string().optional(),
  TURNTREE_PORT: z.coerce.number().int().optional(),
});

declare global {
  // This is a global variable instead of an environment variable, because child processes would inherit an environment
  // variable.
  var turntreeToken: string | undefined;
}

/**
 * The settings of the process: the folder of Turntree's installation, the workspace that it serves, and the path of the
 * history.
 */
export type RunnerEnvironment = {
  home: string;
  workspace: string;
  databaseFile: string;
  port: number | undefined;
  /** The access token that requests must contain; undefined if access is open. */
  token: string | undefined;
  variables: Record<string, string | undefined>;
};

/**
 * Only this module and the command line read the process environment. The command line passes variables on to agents.
 */
export function readEnvironment(): RunnerEnvironment {
  const variables = variablesSchema.parse(process.env);
  const workspace = path.resolve(/* turbopackIgnore: true */ variables.TURNTREE_WORKSPACE ?? process.cwd());
  return {
    home: variables.TURNTREE_HOME ?? findInstallationFolder(),
    workspace,
    databaseFile: path.resolve(/* turbopackIgnore: true */ variables.TURNTREE_DB ?? getDefaultDatabasePath(workspace)),
    port: variables.TURNTREE_PORT,
    token: globalThis.turntreeToken,
    variables: process.env,
  };
}

export function getDefaultDatabasePath(workspace: string): string {
  return path.join(workspace, '.runner', 'history.db');
}
