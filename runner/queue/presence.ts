import { startBeat } from './beat.ts';
import type { SeenWorker } from './roster.ts';

const ALIVE_MS = 2_000;

/** Tells a run again and again that a worker is there, and what it has in hand. */
export type Presence = {
  /** An attempt begins; the answer ends it. */
  begin(): () => void;
  /** The worker keeps to this round of shares, which it says at once. */
  keep(round: number): void;
  /** How many attempts have ended. */
  done(): number;
  stop(): void;
};

type Who = Pick<SeenWorker, 'id' | 'worker' | 'parallel'>;

export function startPresence(
  tell: (seen: SeenWorker) => Promise<void>,
  who: Who,
  now: () => number = () => performance.now(),
): Presence {
  const held = new Set<{ since: number }>();
  let done = 0;
  let kept = 0;
  let beats = 0;
  const beat = startBeat(() => {
    const [first] = held;
    const longestMs = first === undefined ? 0 : Math.round(now() - first.since);
    beats += 1;
    return tell({ ...who, beat: beats, busy: held.size, done, longestMs, kept });
  }, ALIVE_MS);
  beat.now();
  return {
    begin() {
      const attempt = { since: now() };
      held.add(attempt);
      return () => {
        held.delete(attempt);
        done += 1;
      };
    },
    keep(round) {
      if (round === kept) return;
      kept = round;
      beat.now();
    },
    done: () => done,
    stop: () => beat.stop(),
  };
}
