import type { Clock } from '../ports/index.ts';

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};

/** A clock that ignores changes of the system time during a run, so that intervals between event times are correct. */
export function startRunClock(): Clock {
  const origin = Date.now() - performance.now();
  return { ...systemClock, now: () => Math.round(origin + performance.now()) };
}
