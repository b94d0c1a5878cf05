import type { Clock } from '../ports/index.ts';

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};

/** A clock that is not set while a run goes on: its times are as far apart as the events are. */
export function startRunClock(): Clock {
  const origin = Date.now() - performance.now();
  return { ...systemClock, now: () => Math.round(origin + performance.now()) };
}
