import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { neverAborted } from '../testing/model-request.ts';
import { type CallLimiter, createCallLimiter } from './call-limiter.ts';

/** Starts calls until no slot is free; returns the number of started calls. */
async function places(gate: CallLimiter): Promise<number> {
  let entered = 0;
  const callers = Array.from({ length: 64 }, () => new AbortController());
  for (const { signal } of callers) {
    gate.acquire(ignore, signal).then(() => {
      entered += 1;
    }, ignore);
  }
  await new Promise((resolve) => setImmediate(resolve));
  for (const controller of callers) controller.abort();
  const result = entered;
  for (let index = 0; index < result; index += 1) gate.release();
  return result;
}

function ignore(): void {
  // Aborts the waiting calls, so that they do not stay open after the test.
}

async function enter(gate: CallLimiter, calls: number) {
  for (let index = 0; index < calls; index += 1) await gate.acquire(ignore, neverAborted());
  return Array.from({ length: calls }, () => gate.begin());
}

function leave(gate: CallLimiter, calls: number): void {
  for (let index = 0; index < calls; index += 1) gate.release();
}

describe('a call gate', () => {
  it('has as many places as it is given, or no end of them', async () => {
    expect(await places(createCallLimiter(3))).toBe(3);
    expect(await places(createCallLimiter())).toBe(64);
  });

  it('has as many places as its share of what it is given, whatever that is by then', async () => {
    let sharers = 1;
    const gate = createCallLimiter(6, { of: (limit) => limit / sharers, watch: ignore });
    expect(await places(gate)).toBe(6);
    sharers = 3;
    expect(await places(gate)).toBe(2);
    sharers = 2;
    expect(await places(gate)).toBe(3);
  });

  it('halves its places when a call is refused, once for calls that were under way together', async () => {
    const gate = createCallLimiter(8);
    const calls = await enter(gate, 8);
    for (const call of calls) call.onRefusal();
    leave(gate, 8);
    expect(await places(gate)).toBe(4);
  });

  it('halves again when a later call is refused, down to one place', async () => {
    const gate = createCallLimiter(8);
    for (let round = 0; round < 5; round += 1) {
      const [call] = await enter(gate, 1);
      call?.onRefusal();
      leave(gate, 1);
    }
    expect(await places(gate)).toBe(1);
  });

  it('takes what was under way as its limit when it had none', async () => {
    const gate = createCallLimiter();
    const [call] = await enter(gate, 10);
    call?.onRefusal();
    leave(gate, 10);
    expect(await places(gate)).toBe(5);
  });

  it('grows by one for every round of answers, up to its maximum', async () => {
    const gate = createCallLimiter(4);
    const refused = await enter(gate, 4);
    refused[0]?.onRefusal();
    leave(gate, 4);
    expect(await places(gate)).toBe(2);
    for (const call of await enter(gate, 2)) call.onAnswer();
    for (const call of [gate.begin()]) call.onAnswer();
    leave(gate, 2);
    expect(await places(gate)).toBe(3);
    for (let round = 0; round < 20; round += 1) gate.begin().onAnswer();
    expect(await places(gate)).toBe(4);
  });

  it('lets those who wait in, in their order, and forgets those who gave up', async () => {
    const gate = createCallLimiter(1);
    const order: string[] = [];
    await gate.acquire(ignore, neverAborted());
    const controller = new AbortController();
    const waitingCalls = [
      gate.acquire(ignore, neverAborted()).then(() => order.push('first')),
      gate.acquire(ignore, controller.signal).catch((error: Error) => order.push(error.message)),
      gate.acquire(ignore, neverAborted()).then(() => order.push('third')),
    ];
    controller.abort(new Error('gave up'));
    await waitingCalls[1];
    gate.release();
    await waitingCalls[0];
    gate.release();
    await waitingCalls[2];
    expect(order).toEqual(['gave up', 'first', 'third']);
  });

  it('never lets more in than its maximum, whatever happens', async () => {
    const step = fc.constantFrom('enter', 'onAnswer', 'onRefusal', 'abandon');
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 5 }), fc.array(step, { maxLength: 60 }), async (max, steps) => {
        const gate = createCallLimiter(max);
        let runningCalls = 0;
        for (const action of steps) {
          if (action === 'enter') {
            gate.acquire(ignore, neverAborted()).then(() => {
              runningCalls += 1;
              expect(runningCalls).toBeLessThanOrEqual(max);
            }, ignore);
          } else if (runningCalls > 0) {
            if (action !== 'abandon') gate.begin()[action]();
            runningCalls -= 1;
            gate.release();
          }
          await Promise.resolve();
        }
      }),
    );
  });
});
