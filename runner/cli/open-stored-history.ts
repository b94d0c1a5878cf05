import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Database, openDatabase } from '../../lib/db/index.ts';
import { defaultDatabaseFile } from '../../lib/env.ts';
import { findWorkspace } from '../../lib/workspace/find-workspace.ts';
import { UsageError } from './flags.ts';
import type { Terminal } from './terminal.ts';

/** The history that runs were recorded in. Throws when there is none: looking at it must not make one. */
export function openStoredHistory(flags: { app?: string; db?: string }, { cwd }: Terminal): Database {
  const root = path.resolve(cwd, flags.app ?? findWorkspace(cwd) ?? cwd);
  const file = flags.db === undefined ? defaultDatabaseFile(root) : path.resolve(cwd, flags.db);
  if (existsSync(file)) return openDatabase(file);
  throw new UsageError(`there is no history at ${file}`, [
    'Name the workspace with --app, or the history itself with --db.',
  ]);
}
