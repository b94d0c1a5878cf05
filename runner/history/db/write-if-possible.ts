import { sqliteProblem } from './sqlite-problem.ts';

/**
 * Runs a write whose only use is to save time later. The write is skipped if the history is locked or read-only. Throws
 * all other errors.
 */
export function writeIfPossible(write: () => void): void {
  try {
    write();
  } catch (error) {
    if (sqliteProblem(error)?.code !== 'database_unusable') throw error;
  }
}
