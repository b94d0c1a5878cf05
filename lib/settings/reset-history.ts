import path from 'node:path';
import { closeDatabase, database, moveAside } from '../../runner/history/db/index.ts';
import { readEnvironment } from '../../runner/host/env.ts';

/** Starts a new history. The previous history is kept under another name, which is returned. */
export function resetHistory(): { kept: string } {
  closeDatabase();
  const backup = moveAside(readEnvironment().databaseFile, new Date());
  database();
  return { kept: path.basename(backup) };
}
