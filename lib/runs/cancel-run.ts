import os from 'node:os';
import { database } from '../db/index.ts';
import { getRun } from '../history/index.ts';
import { isAlive } from '../process-identity.ts';

export type CancelRunAnswer = 'signalled' | 'not_running' | 'unknown';

/** Asks the process of a run to stop: it aborts what is in flight, runs its After hooks and closes its log. */
export function cancelRun(runId: string): CancelRunAnswer {
  const run = getRun(database(), runId);
  if (run === undefined) return 'unknown';
  if (run.status !== 'running' || run.host !== os.hostname()) return 'not_running';
  if (!isAlive(run.pid, run.processToken)) return 'not_running';
  process.kill(run.pid, 'SIGTERM');
  return 'signalled';
}
