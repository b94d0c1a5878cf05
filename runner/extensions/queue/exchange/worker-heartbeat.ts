import { startRepeating } from './repeated-action.ts';
import type { WorkerState } from './worker-roster.ts';

const HEARTBEAT_INTERVAL_MS = 2_000;
/** A worker reports that it is idle only after this time without a new attempt. */
const IDLE_REPORT_DELAY_MS = 200;

/** Regularly tells a run that a worker is alive, and how many attempts it is executing and has finished. */
export type WorkerHeartbeat = {
  /**
   * Announces that an attempt begins. Resolves when the run knows that this worker is busy, because a run waits for
   * busy workers before it ends. Resolves with a function to call when the attempt has ended.
   */
  announceAttempt(): Promise<() => void>;
  /** Tells the run at once that the worker keeps to its share of the connector limits in this round. */
  confirmRound(round: number): void;
  /** Returns the number of finished attempts. */
  countFinished(): number;
  stop(): void;
};

type WorkerIdentity = Pick<WorkerState, 'id' | 'worker' | 'parallel'>;

export function startWorkerHeartbeat(
  sendState: (seenWorker: WorkerState) => Promise<void>,
  identity: WorkerIdentity,
  now: () => number = () => performance.now(),
): WorkerHeartbeat {
  const heldAttempts = new Set<{ since: number }>();
  let doneCount = 0;
  let confirmedRound = 0;
  let beats = 0;
  /** Resolves when the run knows that this worker is busy. */
  let busyReport: Promise<void> | undefined;
  let idle: NodeJS.Timeout | undefined;
  const announceWorkerState = (): Promise<void> => {
    const [first] = heldAttempts;
    const longestMs = first === undefined ? 0 : Math.round(now() - first.since);
    beats += 1;
    return sendState({
      ...identity,
      beat: beats,
      busy: heldAttempts.size,
      done: doneCount,
      longestMs,
      kept: confirmedRound,
    });
  };
  const beat = startRepeating(announceWorkerState, HEARTBEAT_INTERVAL_MS);
  beat.now();
  const createAttemptEnder = (attempt: { since: number }) => (): void => {
    heldAttempts.delete(attempt);
    doneCount += 1;
    if (heldAttempts.size > 0) return;
    idle = setTimeout(() => {
      busyReport = undefined;
      beat.now();
    }, IDLE_REPORT_DELAY_MS);
  };
  return {
    async announceAttempt() {
      clearTimeout(idle);
      const attempt = { since: now() };
      heldAttempts.add(attempt);
      busyReport ??= announceWorkerState();
      await busyReport;
      return createAttemptEnder(attempt);
    },
    confirmRound(round) {
      if (round === confirmedRound) return;
      confirmedRound = round;
      beat.now();
    },
    countFinished: () => doneCount,
    stop() {
      clearTimeout(idle);
      beat.stop();
    },
  };
}
