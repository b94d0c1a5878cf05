import type { Clock } from '../ports/index.ts';

export type FakeClock = Clock & {
  /** Advances the time, runs due callbacks in order, and lets promises settle in between. */
  advance(ms: number): Promise<void>;
  /** The number of callbacks that wait for their time. */
  pending(): number;
};

type Timer = { at: number; callback: () => void };

/** A clock controlled by the test. Starts at 2026-01-01 by default. */
export function fakeClock(startMs: number = Date.UTC(2026, 0, 1)): FakeClock {
  let elapsedMs = 0;
  const timers = new Set<Timer>();
  return {
    now: () => startMs + Math.floor(elapsedMs),
    elapsed: () => elapsedMs,
    after(ms, callback) {
      const timer: Timer = { at: elapsedMs + ms, callback };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    async advance(ms) {
      const target = elapsedMs + ms;
      await settlePromises();
      for (let next = nextDue(timers, target); next !== undefined; next = nextDue(timers, target)) {
        timers.delete(next);
        elapsedMs = Math.max(elapsedMs, next.at);
        next.callback();
        await settlePromises();
      }
      elapsedMs = target;
      await settlePromises();
    },
    pending: () => timers.size,
  };
}

/** Waits until all promises that do not depend on the clock are settled. */
function settlePromises(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function nextDue(timers: ReadonlySet<Timer>, target: number): Timer | undefined {
  let first: Timer | undefined;
  for (const timer of timers) {
    if (timer.at <= target && (first === undefined || timer.at < first.at)) first = timer;
  }
  return first;
}
