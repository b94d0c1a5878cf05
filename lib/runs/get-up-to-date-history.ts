import { type Database, database } from '../../runner/history/db/index.ts';
import { correctOutdatedRecords } from '../../runner/history/index.ts';

/** Returns the history for pages that list many runs, after bringing its rows in line with the event logs. */
export function getUpToDateHistory(): Database {
  const history = database();
  correctOutdatedRecords(history);
  return history;
}
