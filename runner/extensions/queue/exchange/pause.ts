import { setTimeout as timeout } from 'node:timers/promises';

/** Waits, but not for whoever stops meanwhile. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await timeout(ms, undefined, { signal }).catch(() => undefined);
}

/** Tries again until it works or is stopped: a queue that is away comes back. Answers nothing when it was stopped. */
export async function persist<Result>(action: () => Promise<Result>, signal: AbortSignal): Promise<Result | undefined> {
  while (!signal.aborted) {
    try {
      return await action();
    } catch {
      await pause(500, signal);
    }
  }
  return undefined;
}

/** Waits for work, but not longer than this: what cannot be reached must not keep anybody. */
export async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work.catch(() => undefined), late]);
  clearTimeout(timer);
}
