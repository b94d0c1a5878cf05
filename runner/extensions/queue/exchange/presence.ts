import { startBeat } from './beat.ts';
import type { SeenWorker } from './roster.ts';

const ALIVE_MS = 2_000;
/** Whoever gets the next attempt at once never was idle. */
const IDLE_MS = 200;

/** Tells a run again and again that a worker is there, and what it has in hand. */
export type Presence = {
  /**
   * An attempt begins, which the run knows when this is answered: it waits for whoever has something in hand. The answer
   * ends it.
   */
  begin(): Promise<() => void>;
  /** The worker keeps to this round of shares, which it says at once. */
  keep(round: number): void;
  /** How many attempts have ended. */
  done(): number;
  stop(): void;
};

type Who = Pick<SeenWorker, 'id' | 'worker' | 'parallel'>;

export function startPresence(
  tell: (seenWorker: SeenWorker) => Promise<void>,
  who: Who,
  now: () => number = () => performance.now(),
): Presence {
  const heldAttempts = new Set<{ since: number }>();
  let doneCount = 0;
  let keptRound = 0;
  let beats = 0;
  /** That this worker is busy. */
  let busyReport: Promise<void> | undefined;
  let idle: NodeJS.Timeout | undefined;
  const tellAll = (): Promise<void> => {
    const [first] = heldAttempts;
    const longestMs = first === undefined ? 0 : Math.round(now() - first.since);
    beats += 1;
    return tell({ ...who, beat: beats, busy: heldAttempts.size, done: doneCount, longestMs, kept: keptRound });
  };
  const beat = startBeat(tellAll, ALIVE_MS);
  beat.now();
  const endAttempt = (attempt: { since: number }) => (): void => {
    heldAttempts.delete(attempt);
    doneCount += 1;
    if (heldAttempts.size > 0) return;
    idle = setTimeout(() => {
      busyReport = undefined;
      beat.now();
    }, IDLE_MS);
  };
  return {
    async begin() {
      clearTimeout(idle);
      const attempt = { since: now() };
      heldAttempts.add(attempt);
      busyReport ??= tellAll();
      await busyReport;
      return endAttempt(attempt);
    },
    keep(round) {
      if (round === keptRound) return;
      keptRound = round;
      beat.now();
    },
    done: () => doneCount,
    stop() {
      clearTimeout(idle);
      beat.stop();
    },
  };
}
