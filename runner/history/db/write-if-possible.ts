import { sqliteProblem } from './sqlite-problem.ts';

/** For what only saves time later: a history that is locked or read-only stays as it is. Throws other errors. */
export function writeIfPossible(write: () => void): void {
  try {
    write();
  } catch (error) {
    if (sqliteProblem(error)?.code !== 'database_unusable') throw error;
  }
}
