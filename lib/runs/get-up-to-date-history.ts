import { type Database, database } from '../../runner/history/db/index.ts';
import { correctOutdatedRecords } from '../../runner/history/index.ts';

/** Returns the history database after updating its rows from the event logs. For pages that list many runs. */
export function getUpToDateHistory(): Database {
  const history = database();
  correctOutdatedRecords(history);
  return history;
}
