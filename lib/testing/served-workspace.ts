import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, vi } from 'vitest';
import { closeDatabase, type Database, database } from '../../runner/history/db/index.ts';
import { writeEmptyHistory } from '../../runner/history/testing/temporary-histories.ts';
import { createTemporaryWorkspace } from '../../runner/testing/workspace.ts';

/**
 * Before each test, creates a workspace with these files and an empty history, and makes this process serve them.
 * Called once per file.
 */
export function setUpServedWorkspace(files: Readonly<Record<string, string>>): { root(): string; history(): Database } {
  let root = '';
  beforeEach(async () => {
    root = await createTemporaryWorkspace(files);
    const file = path.join(root, '.runner', 'history.db');
    writeEmptyHistory(file);
    vi.stubEnv('TURNTREE_WORKSPACE', root);
    vi.stubEnv('TURNTREE_DB', file);
  });
  afterEach(() => {
    closeDatabase();
    vi.unstubAllEnvs();
    rmSync(root, { recursive: true, force: true });
  });
  return { root: () => root, history: database };
}
