import type { Clock } from './clock.ts';

export type StopCause = 'timeout' | 'cancelled';

/** Thrown if work was aborted by its deadline or by a cancellation. */
export class StoppedError extends Error {
  readonly stopCause: StopCause;

  constructor(stopCause: StopCause) {
    super(stopCause);
    this.name = 'StoppedError';
    this.stopCause = stopCause;
  }
}

export type Deadline = {
  readonly timeoutMs: number;
  /** A signal that aborts when the time is over or the run is cancelled. */
  readonly signal: AbortSignal;
  stopped(): StopCause | undefined;
  /**
   * Settles with the promise of `action`, or throws `StoppedError` as soon as the time is over, even if `action` does
   * not react to its signal.
   */
  run<Value>(action: (signal: AbortSignal) => Promise<Value>): Promise<Value>;
  dispose(): void;
};

/** A time limit over several calls in a row. Dispose it when the work is done. */
export function startDeadline(clock: Clock, timeoutMs: number, cancelSignal: AbortSignal): Deadline {
  const controller = new AbortController();
  // The calls in progress. Storing them in a set costs much less than adding an abort listener for every call.
  const listeners = new Set<(stopCause: StopCause) => void>();
  let cause: StopCause | undefined;

  const stopWork = (stopCause: StopCause): void => {
    if (cause !== undefined) return;
    cause = stopCause;
    for (const rejectAsStopped of listeners) rejectAsStopped(stopCause);
    controller.abort(new StoppedError(stopCause));
  };
  const cancelListener = { handleEvent: (): void => stopWork('cancelled') };
  const cancelTimer = clock.after(timeoutMs, () => stopWork('timeout'));
  if (cancelSignal.aborted) stopWork('cancelled');
  cancelSignal.addEventListener('abort', cancelListener, { once: true });

  return {
    timeoutMs,
    signal: controller.signal,
    stopped: () => cause,
    run: (action) =>
      new Promise((resolve, reject) => {
        const giveUp = (stopCause: StopCause): void => reject(new StoppedError(stopCause));
        if (cause !== undefined) {
          giveUp(cause);
          return;
        }
        listeners.add(giveUp);
        action(controller.signal).then(
          (value) => {
            listeners.delete(giveUp);
            resolve(value);
          },
          (error: unknown) => {
            listeners.delete(giveUp);
            reject(error);
          },
        );
      }),
    dispose() {
      cancelTimer();
      cancelSignal.removeEventListener('abort', cancelListener);
      // A removed listener object may stay in memory until a full garbage collection, and it would keep its attempt in
      // memory. So its handler is replaced.
      cancelListener.handleEvent = ignoreEvent;
    },
  };
}

function ignoreEvent(): void {
  // Does nothing, because the deadline is already disposed.
}
