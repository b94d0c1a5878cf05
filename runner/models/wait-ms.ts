import { setTimeout } from 'node:timers/promises';

/** The longest delay that Node's timers support; with a longer one, a timer would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Resolves after `ms`, capped at 24.8 days; rejects with the abort reason as soon as `signal` aborts. */
export async function waitMs(ms: number, signal: AbortSignal): Promise<void> {
  // Without this line, the timer would reject with its own AbortError instead of the abort reason.
  await setTimeout(Math.min(ms, MAX_TIMER_MS), undefined, { signal }).catch(() => signal.throwIfAborted());
}
