import { AppError } from '../../host/errors.ts';
import type { Database } from '../db/index.ts';
import { interruptOrphanedRuns } from '../write/interrupt-orphaned-runs.ts';
import { readHistoryFigures } from './read-history-figures.ts';

/**
 * Frees disk space after removals by rewriting the database. Refuses while a run is in progress, because nobody can
 * write meanwhile. Returns the size of the history in bytes before and after.
 */
export function vacuumHistory(database: Database): { before: number; after: number } {
  interruptOrphanedRuns(database);
  const { bytes: before, runningRuns } = readHistoryFigures(database);
  if (runningRuns > 0) {
    throw new AppError('invalid_request', 'a run is still going on, and could not be recorded during a vacuum', [
      'Try again when the run is over.',
    ]);
  }
  database.sqlite.exec('VACUUM');
  database.sqlite.pragma('wal_checkpoint(TRUNCATE)');
  return { before, after: readHistoryFigures(database).bytes };
}
