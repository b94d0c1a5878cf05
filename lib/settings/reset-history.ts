import path from 'node:path';
import { closeDatabase, database, moveAside } from '../../runner/history/db/index.ts';
import { environment } from '../../runner/host/env.ts';

/** Begins a new history; the one before keeps its contents under another name, which is the answer. */
export function resetHistory(): { kept: string } {
  closeDatabase();
  const backup = moveAside(environment().databaseFile, new Date());
  database();
  return { kept: path.basename(backup) };
}
