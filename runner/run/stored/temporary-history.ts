import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Database, openDatabase } from '../../history/db/index.ts';

/** A history in a temporary folder, which is deleted when the history is closed. */
export function createTemporaryHistory(): { database: Database; close(): void } {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'turntree-'));
  const database = openDatabase(path.join(folder, 'history.db'));
  return {
    database,
    close() {
      database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
