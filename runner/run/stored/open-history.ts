import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Database, openDatabase } from '../../../lib/db/index.ts';
import { defaultDatabaseFile } from '../../../lib/env.ts';
import type { Terminal } from '../terminal.ts';
import type { TestOptions } from '../test-options.ts';

export type OpenHistory = { database: Database; kept: boolean; close(): void };

/**
 * The history that a run is recorded in. Reports are read from it, so without `--history` there still is one: in a
 * temporary folder, gone with the run.
 */
export function openHistory(options: TestOptions, root: string, terminal: Terminal): OpenHistory {
  if (!options.history) return temporaryHistory();
  const file = options.db === undefined ? defaultDatabaseFile(root) : path.resolve(terminal.cwd, options.db);
  const database = openDatabase(file);
  return { database, kept: true, close: () => database.close() };
}

function temporaryHistory(): OpenHistory {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'turntree-'));
  const database = openDatabase(path.join(folder, 'history.db'));
  return {
    database,
    kept: false,
    close() {
      database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
