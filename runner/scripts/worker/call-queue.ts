/** `atOnce`: maximum number of queued calls that run when the call begins. */
export type QueuedCall = { atOnce: number };

/** The calls that were sent before they may begin, in the process of user code. */
export type CallQueue<Call extends QueuedCall> = {
  add(call: Call): void;
  /** A queued call has ended. Unless it returned, no other begins until the host has handled its end. */
  ended(returned: boolean): void;
  /** The host has handled the end of a call that did not return. */
  resume(): void;
  /** Removes the calls that have not begun. */
  revoke(): void;
};

/** User code may run this long before messages of the host are read, so that a revocation is soon heard. */
const SLICE_MS = 1;

/** `begin` starts a call; its code must not run before the host has been told. */
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
      sliceEnd = performance.now() + SLICE_MS;
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
