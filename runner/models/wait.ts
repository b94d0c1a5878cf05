import { setTimeout } from 'node:timers/promises';

/** The longest time that timers hold; with more they would not wait at all. */
const MAX_MS = 2 ** 31 - 1;

/** Resolves after `ms`, or three weeks; rejects with the reason as soon as `signal` aborts. */
export async function wait(ms: number, signal: AbortSignal): Promise<void> {
  // The timer itself would reject with an error of its own.
  await setTimeout(Math.min(ms, MAX_MS), undefined, { signal }).catch(() => signal.throwIfAborted());
}
