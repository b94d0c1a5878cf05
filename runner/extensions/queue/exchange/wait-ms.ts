import { setTimeout as timeout } from 'node:timers/promises';

/** Waits for the given time, or until the signal aborts. */
export async function waitMs(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await timeout(ms, undefined, { signal }).catch(() => undefined);
}

/**
 * Repeats an action until it succeeds or the signal aborts, because an unreachable queue may become reachable again.
 * Returns undefined if the signal aborted.
 */
export async function retryAction<Result>(
  action: () => Promise<Result>,
  signal: AbortSignal,
): Promise<Result | undefined> {
  while (!signal.aborted) {
    try {
      return await action();
    } catch {
      await waitMs(500, signal);
    }
  }
  return undefined;
}

/** Waits until a promise settles, but at most `ms`, so that an unreachable server cannot block the caller. */
export async function withTimeout(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeLimit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work.catch(() => undefined), timeLimit]);
  clearTimeout(timer);
}
