import path from 'node:path';
import { closeDatabase, database, renameDatabaseAside } from '../../runner/history/db/index.ts';
import { readEnvironment } from '../../runner/host/env.ts';

/** Starts a new history database. Renames the previous one and returns its new name. */
export function resetHistory(): { kept: string } {
  closeDatabase();
  const backup = renameDatabaseAside(readEnvironment().databaseFile, new Date());
  database();
  return { kept: path.basename(backup) };
}
