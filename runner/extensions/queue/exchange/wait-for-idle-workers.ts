import { waitMs } from './wait-ms.ts';
import type { WorkerRoster } from './worker-roster.ts';

const POLL_INTERVAL_MS = 50;
/**
 * When all workers have been idle for this long, missing results are no longer awaited, because messages in a lost
 * queue never arrive.
 */
const MAX_QUIET_TIME_MS = 5_000;
/** After this time, the user is told which workers the run is waiting for. */
const NOTICE_DELAY_MS = 5_000;

type IdleWorkersOptions = {
  roster: WorkerRoster;
  /** Returns for how many attempts a worker has sent all events. */
  countReceived(id: string): number;
  printNotice(line: string): void;
  now?: () => number;
  wait?: typeof waitMs;
};

/** Waits until all workers are idle and all their results have arrived. */
export async function waitForIdleWorkers(
  { roster, countReceived, printNotice, now = () => performance.now(), wait = waitMs }: IdleWorkersOptions,
  signal: AbortSignal,
): Promise<void> {
  const since = now();
  let quietSince: number | undefined;
  let hasPrinted = false;
  while (!signal.aborted) {
    const workers = roster.workersWithPendingResults(countReceived);
    const isQuiet = workers.every(({ busy }) => busy === 0);
    quietSince = isQuiet ? (quietSince ?? now()) : undefined;
    if (workers.length === 0 || (quietSince !== undefined && now() - quietSince > MAX_QUIET_TIME_MS)) return;
    if (!hasPrinted && !isQuiet && now() - since > NOTICE_DELAY_MS) {
      hasPrinted = true;
      const names = workers.flatMap(({ busy, worker }) => (busy > 0 ? [worker] : []));
      printNotice(`waiting for attempts that ${names.join(', ')} had started, because their cost counts`);
    }
    await wait(POLL_INTERVAL_MS, signal);
  }
}
