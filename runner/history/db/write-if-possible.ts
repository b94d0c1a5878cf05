import { toSqliteProblem } from './sqlite-problem.ts';

/**
 * Runs an optional write, such as one that fills a cache. Skips the write if the history is locked or read-only; throws
 * all other errors.
 */
export function writeIfPossible(write: () => void): void {
  try {
    write();
  } catch (error) {
    if (toSqliteProblem(error)?.code !== 'database_unusable') throw error;
  }
}
