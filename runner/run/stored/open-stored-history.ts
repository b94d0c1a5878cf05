import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Database, openDatabase } from '../../../lib/db/index.ts';
import { defaultDatabaseFile } from '../../../lib/env.ts';
import { findWorkspace } from '../../../lib/workspace/find-workspace.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

type Place = { app?: string; db?: string };

/** The history that runs were recorded in. Throws when there is none: looking at it must not make one. */
export function openStoredHistory(flags: Place, terminal: Terminal): Database {
  const file = historyFile(flags, terminal);
  if (existsSync(file)) return openDatabase(file);
  throw new UsageError(`there is no history at ${file}`, [
    'Name the workspace with --app, or the history itself with --db.',
  ]);
}

/** Returns the path of the history. */
export function historyFile(flags: Place, { cwd }: Terminal): string {
  if (flags.db !== undefined) return path.resolve(cwd, flags.db);
  return defaultDatabaseFile(path.resolve(cwd, flags.app ?? findWorkspace(cwd) ?? cwd));
}
