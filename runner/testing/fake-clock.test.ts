import { describe, expect, it } from 'vitest';
import { fakeClock } from './fake-clock.ts';

describe('fakeClock', () => {
  it('calls back in the order in which timers fall due, at their time', async () => {
    const clock = fakeClock(1_000);
    const calls: [string, number][] = [];
    clock.after(20, () => calls.push(['late', clock.now()]));
    clock.after(10, () => calls.push(['early', clock.now()]));
    clock.after(40, () => calls.push(['never', clock.now()]));
    await clock.advance(30);
    expect(calls).toEqual([
      ['early', 1_010],
      ['late', 1_020],
    ]);
    expect(clock.elapsed()).toBe(30);
    expect(clock.pending()).toBe(1);
  });

  it('runs a timer that another timer or a promise sets on the way', async () => {
    const clock = fakeClock();
    const calls: number[] = [];
    clock.after(10, () => {
      void Promise.resolve().then(() => clock.after(5, () => calls.push(clock.elapsed())));
    });
    await clock.advance(100);
    expect(calls).toEqual([15]);
  });

  it('forgets a cancelled timer', async () => {
    const clock = fakeClock();
    let wasCalled = false;
    const cancel = clock.after(10, () => {
      wasCalled = true;
    });
    cancel();
    await clock.advance(100);
    expect(wasCalled).toBe(false);
    expect(clock.pending()).toBe(0);
  });
});
