/**
 * Waits for work no longer than until `signal` aborts, and then rejects with its reason; `onAbort` breaks the work off.
 * Does not begin it when that has happened already.
 */
export async function orAborted<Value>(
  work: () => Promise<Value>,
  signal: AbortSignal,
  onAbort?: () => void,
): Promise<Value> {
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const stop = (): void => {
    onAbort?.();
    reject(signal.reason);
  };
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([aborted, work()]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
