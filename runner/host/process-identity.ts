import { readFileSync } from 'node:fs';

/**
 * Returns a text that distinguishes a process from a later process with the same id: its start time, if the system
 * reports it (Linux). Otherwise, and for a process that has ended, returns an empty string.
 */
export function readProcessToken(pid: number): string {
  return readProcessStat(pid)?.startTime ?? '';
}

/** Returns true if the process that wrote `pid` and `token` is still alive on this machine. */
export function isAlive(pid: number, token: string): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (findErrorCode(error) !== 'EPERM') return false;
  }
  const stat = readProcessStat(pid);
  if (stat === undefined) return true;
  return stat.state !== 'Z' && (token === '' || stat.startTime === token);
}

function readProcessStat(pid: number): { state: string; startTime: string } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The fields of /proc/<pid>/stat after the process name, which is in parentheses and may contain spaces: the first
    // is the state of the process, the 20th its start time.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0] ?? '', startTime: fields[19] ?? '' };
  } catch {
    return undefined;
  }
}

function findErrorCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
