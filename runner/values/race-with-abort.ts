/**
 * Waits for work until `signal` aborts, then rejects with the signal's reason and calls `onAbort` to stop the work.
 * Does not start the work if the signal is already aborted.
 */
export async function raceWithAbort<Value>(
  startWork: () => Promise<Value>,
  signal: AbortSignal,
  onAbort?: () => void,
): Promise<Value> {
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abortWork = (): void => {
    onAbort?.();
    reject(signal.reason);
  };
  signal.addEventListener('abort', abortWork, { once: true });
  try {
    return await Promise.race([aborted, startWork()]);
  } finally {
    signal.removeEventListener('abort', abortWork);
  }
}
