import { AppError } from '../../host/errors.ts';
import { toErrorMessage } from '../../values/index.ts';

/**
 * Explains errors of SQLite and, if `file` is given, errors of the file system; returns undefined for any other error.
 */
export function toSqliteProblem(error: unknown, file?: string): AppError | undefined {
  const code = findErrorCode(error, file);
  if (code === undefined) return undefined;
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) return createDamagedDatabaseError(file, toErrorMessage(error), error);
  const problem = `${formatHistoryName(file)} cannot be used: ${describeCode(code, error)}`;
  return new AppError('database_unusable', problem, suggestRemedy(code), { cause: error });
}

/** The error for a history that must not be written any more. `problem` describes the damage. */
export function createDamagedDatabaseError(file: string | undefined, problem: string, cause?: unknown): AppError {
  return new AppError('database_damaged', `${formatHistoryName(file)} is damaged: ${problem}`, damagedDatabaseDetails, {
    cause,
  });
}

function formatHistoryName(file: string | undefined): string {
  return file === undefined ? 'the history' : `the history ${file}`;
}

const damagedDatabaseDetails = [
  'Nothing in it was changed.',
  'Start a new history with "turntree history reset": the damaged file is kept beside it.',
  'Or name another file with --db, or run without one: --no-history.',
];

function findErrorCode(error: unknown, file: string | undefined): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  const isFiles = file !== undefined && 'syscall' in error;
  return error.name === 'SqliteError' || error.code.startsWith('SQLITE_') || isFiles ? error.code : undefined;
}

function describeCode(code: string, error: unknown): string {
  if (/FULL|ENOSPC/.test(code)) return 'the disk is full';
  if (/READONLY|EROFS/.test(code)) return 'it, or its folder, is read-only';
  if (/EACCES|EPERM|SQLITE_PERM|SQLITE_AUTH/.test(code)) return 'this user may not write to its folder';
  if (/BUSY|LOCKED/.test(code)) return 'another program keeps it locked';
  return toErrorMessage(error);
}

function suggestRemedy(code: string): string[] {
  if (/FULL|ENOSPC/.test(code))
    return ['Make room on the disk, then try again. Or name a file on another disk with --db.'];
  if (/BUSY|LOCKED/.test(code)) return ['Try again when that program has finished.'];
  return ['Nothing in it was changed.', 'Name another file with --db, or run without one: --no-history.'];
}
