import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { systemClock } from './system-clock.ts';

/** A worker that sends a message when the test asks for it, and then sets a flag. */
const sender = `
  const { parentPort, workerData } = require('node:worker_threads');
  parentPort.postMessage('ready');
  Atomics.wait(workerData, 0, 0);
  parentPort.postMessage('answer');
  Atomics.store(workerData, 1, 1);
  Atomics.notify(workerData, 1);
`;

describe('a timer of the system clock', () => {
  it('goes off after what arrived while this process was busy, even if its time was up before', async () => {
    const states = new Int32Array(new SharedArrayBuffer(8));
    const worker = new Worker(sender, { eval: true, workerData: states });
    await once(worker, 'message');
    const order: string[] = [];
    worker.on('message', (message) => order.push(message));
    // In this phase of the event loop, Node handles timers before received messages.
    await new Promise((resolve) => setImmediate(resolve));
    const finished = new Promise<void>((resolve) => {
      systemClock.after(1, () => {
        order.push('timer');
        resolve();
      });
    });
    Atomics.store(states, 0, 1);
    Atomics.notify(states, 0);
    Atomics.wait(states, 1, 0);
    const busyUntil = performance.now() + 5;
    while (performance.now() < busyUntil);
    await finished;
    await worker.terminate();
    expect(order).toEqual(['answer', 'timer']);
  });

  it('does not go off when it was cancelled between its time and then', async () => {
    let calls = 0;
    const cancel = systemClock.after(1, () => {
      calls += 1;
    });
    const cancelled = new Promise<void>((resolve) => {
      setTimeout(() => {
        cancel();
        resolve();
      }, 1);
    });
    const busyUntil = performance.now() + 5;
    while (performance.now() < busyUntil);
    await cancelled;
    await new Promise((resolve) => setImmediate(resolve));
    expect(calls).toBe(0);
  });
});
