import { waitMs } from './wait-ms.ts';
import type { WorkerRoster } from './worker-roster.ts';

const LOOK_MS = 50;
/** Messages in a queue that was lost never arrive, so waiting for idle workers ends after this time. */
const LOST_MS = 5_000;
/** After this time, the person at the terminal is told what the run is waiting for. */
const TELL_MS = 5_000;

type IdleWorkersOptions = {
  roster: WorkerRoster;
  /** Number of complete deliveries from a worker. */
  countReceived(id: string): number;
  printNotice(line: string): void;
  now?: () => number;
  wait?: typeof waitMs;
};

/** Waits until all workers are idle and everything that they have sent has arrived. */
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
    if (workers.length === 0 || (quietSince !== undefined && now() - quietSince > LOST_MS)) return;
    if (!hasPrinted && !isQuiet && now() - since > TELL_MS) {
      hasPrinted = true;
      const names = workers.flatMap(({ busy, worker }) => (busy > 0 ? [worker] : []));
      printNotice(`waiting for attempts that ${names.join(', ')} had started, because their cost counts`);
    }
    await wait(LOOK_MS, signal);
  }
}
