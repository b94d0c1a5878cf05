import { existsSync, readFileSync } from 'node:fs';

/**
 * Returns true for a running process. A zombie process, which was killed but not yet reaped by its parent, does not
 * count as alive.
 */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const status = `/proc/${pid}/status`;
  return !existsSync(status) || !/^State:\s+Z/m.test(readFileSync(status, 'utf8'));
}
