import { toErrorMessage } from '../values/index.ts';

/** Describes why a file could not be read. */
export function describeReadError(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'the file does not exist';
  if (code === 'EISDIR') return 'this is a directory, not a file';
  if (code === 'EACCES' || code === 'EPERM') return 'permission denied';
  return toErrorMessage(error);
}
