import { sqliteProblem } from './sqlite-problem.ts';

/**
 * For writes that only save time later: they are skipped if the history is locked or read-only. Throws other errors.
 */
export function writeIfPossible(write: () => void): void {
  try {
    write();
  } catch (error) {
    if (sqliteProblem(error)?.code !== 'database_unusable') throw error;
  }
}
