/** What timers hold; with more they would not wait at all. */
const MAX_MS = 2 ** 31 - 1;

/** Resolves after `ms`, or three weeks; rejects with the reason as soon as `signal` aborts. */
export function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(
      () => {
        signal.removeEventListener('abort', stop);
        resolve();
      },
      Math.min(ms, MAX_MS),
    );
    signal.addEventListener('abort', stop, { once: true });
  });
}
