import { describe, expect, it } from 'vitest';
import { createLoadMeter } from './load-meter.ts';

/** Creates a load meter with a timer that the test controls. */
function meterAt(cpu: { busyMs: number; startedMs: number } | undefined) {
  let now = 0;
  let tick = (): void => undefined;
  const meter = createLoadMeter({
    now: () => now,
    every(_ms, callback) {
      tick = callback;
      return () => undefined;
    },
    busyMs: () => cpu?.busyMs ?? 0,
    cpuTimes: () => cpu && { ...cpu },
  });
  return {
    meter,
    /** Advances the time, then calls the timer's callback. */
    pass(ms: number, ticks = true) {
      now += ms;
      if (ticks) tick();
    },
  };
}

describe('the load of the machine', () => {
  it('is none where the timer comes when it should, or a little late', () => {
    const { meter, pass } = meterAt({ busyMs: 0, startedMs: 0 });
    const read = meter.begin();
    for (let ticks = 0; ticks < 50; ticks += 1) pass(105);
    expect(read()).toEqual({ lateMs: 0 });
  });

  it('is what the timer was late in sum, with the tick that has not come yet', () => {
    const { meter, pass } = meterAt(undefined);
    pass(5_100);
    const read = meter.begin();
    pass(400);
    pass(100);
    pass(1_100, false);
    expect(read().lateMs).toBe(1_300);
  });

  it('has the share of the CPU that processes of its own used', () => {
    const cpu = { busyMs: 1_000, startedMs: 0 };
    const { meter, pass } = meterAt(cpu);
    const read = meter.begin();
    Object.assign(cpu, { busyMs: 3_000, startedMs: 1_500 });
    pass(2_000);
    expect(read()).toEqual({ lateMs: 1_900, ownShare: 0.75 });
  });
});
