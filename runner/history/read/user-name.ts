import os from 'node:os';

/** Returns the name of the current user, as the system knows it, else a neutral one. */
export function userName(): string {
  try {
    return os.userInfo().username || 'reviewer';
  } catch {
    return 'reviewer';
  }
}
