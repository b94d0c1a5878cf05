import { type Database, database } from '../../runner/history/db/index.ts';
import { correctRecords } from '../../runner/history/index.ts';

/** The history that this process serves, for pages that show many runs: its rows agree with its logs. */
export function records(): Database {
  const history = database();
  correctRecords(history);
  return history;
}
