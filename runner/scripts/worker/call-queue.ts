/** A call that waits in the queue. `atOnce` is the maximum number of queued calls that may run at the same time. */
export type QueuedCall = { atOnce: number };

/** A queue in a process of user code. Calls are sent to it ahead of time and wait until they may begin. */
export type CallQueue<Call extends QueuedCall> = {
  add(call: Call): void;
  /**
   * Called when a queued call has ended. If the call returned no value, no other call begins until the host has handled
   * its end.
   */
  ended(returned: boolean): void;
  /** Called when the host has handled the end of a call that returned no value. */
  resume(): void;
  /** Removes all calls that have not begun from the queue. */
  revoke(): void;
};

/**
 * After user code has run for this many milliseconds, messages from the host are read before the next call begins, so
 * that a revocation takes effect quickly.
 */
const MAX_SLICE_MS = 1;

/** `begin` starts a call. The call's code must not run before the host has been notified. */
export function createCallQueue<Call extends QueuedCall>(begin: (call: Call) => void): CallQueue<Call> {
  let waiting: Call[] = [];
  let first = 0;
  let running = 0;
  let unhandled = 0;
  let sliceEnd = 0;
  let isPaused = false;

  function beginNextCall(): void {
    while (!isPaused && unhandled === 0) {
      const next = waiting[first];
      if (next === undefined || running >= next.atOnce) return;
      if (performance.now() > sliceEnd) {
        pauseQueue();
        return;
      }
      first += 1;
      if (first === waiting.length) [waiting, first] = [[], 0];
      running += 1;
      begin(next);
    }
  }

  function pauseQueue(): void {
    isPaused = true;
    setImmediate(() => {
      isPaused = false;
      sliceEnd = performance.now() + MAX_SLICE_MS;
      beginNextCall();
    });
  }

  return {
    add(call) {
      waiting.push(call);
      beginNextCall();
    },
    ended(returned) {
      running -= 1;
      if (!returned) unhandled += 1;
      beginNextCall();
    },
    resume() {
      unhandled = Math.max(0, unhandled - 1);
      beginNextCall();
    },
    revoke() {
      [waiting, first] = [[], 0];
    },
  };
}
