import { lstatSync } from 'node:fs';
import { AppError } from '../host/errors.ts';

const ANY_WRITE_MODE = 0o222;

/** Explains an operating system error when a case file is read or written. Other errors are returned unchanged. */
export function explainFileError(error: unknown, suiteKey: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const reason = describeErrorCode(code);
  if (reason === undefined) return error;
  const path =
    error instanceof Error && 'path' in error ? [`The system reports ${code} for ${String(error.path)}.`] : [];
  return new AppError('invalid_request', `${suiteKey} cannot be reached: ${reason}.`, path, { cause: error });
}

/**
 * Throws if a file is write-protected. Replacing the file would work if its folder is writable, but the protection
 * must be respected.
 */
export function requireWritable(file: string, suiteKey: string): void {
  if ((lstatSync(file).mode & ANY_WRITE_MODE) !== 0) return;
  throw new AppError('invalid_request', `${suiteKey} is write-protected. Nothing was written.`, [
    'Make it writable (chmod u+w) and save again; until then the changes stay here.',
  ]);
}

function describeErrorCode(code: unknown): string | undefined {
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return 'the dashboard is not permitted to read or write there';
    case 'EROFS':
      return 'the disk of the file is read-only';
    case 'ENOSPC':
    case 'EDQUOT':
      return 'the disk is full';
    case 'ENAMETOOLONG':
      return 'the name of the file is too long for this disk';
    case 'ENOTDIR':
    case 'EEXIST':
      return 'a part of its path is a file, not a folder';
    case 'ELOOP':
      return 'the symbolic links on the path form a loop';
    default:
      return undefined;
  }
}
