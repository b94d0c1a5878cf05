import type { Clock } from '../../ports/index.ts';

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  after(ms, callback) {
    let immediate: NodeJS.Immediate | undefined;
    // Messages that arrived while this process was busy are handled before timers. Otherwise an answer could count as
    // late only because the runner was busy.
    const timer = setTimeout(() => {
      immediate = setImmediate(callback);
    }, ms);
    return () => {
      clearTimeout(timer);
      clearImmediate(immediate);
    };
  },
};

/** A clock that ignores changes of the system time during a run, so that the intervals between events are correct. */
export function startRunClock(): Clock {
  const origin = Date.now() - performance.now();
  return { ...systemClock, now: () => Math.round(origin + performance.now()) };
}
