import os from 'node:os';
import { isAlive } from '../../runner/host/process-identity.ts';
import { requireRun } from './require-run.ts';

/**
 * Asks the process of a run to stop. The process then aborts its running attempts, runs its After hooks and closes its
 * log.
 */
export function cancelRun(runId: string): 'signalled' | 'not_running' {
  const run = requireRun(runId);
  if (run.status !== 'running' || run.host !== os.hostname()) return 'not_running';
  if (!isAlive(run.pid, run.processToken)) return 'not_running';
  process.kill(run.pid, 'SIGTERM');
  return 'signalled';
}
