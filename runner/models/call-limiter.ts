/** The limit on the number of concurrent calls of a connector; all attempts of a run share it. */
export type CallLimiter = {
  /** Waits for a free slot. `onWait` is called with the limit if none is free. Rejects as soon as `signal` aborts. */
  acquire(onWait: (limit: number) => void, signal: AbortSignal): Promise<void>;
  /** Frees the slot of a finished call. */
  release(): void;
  /**
   * Called at the start of each try of a call. The returned callbacks must be called with the result: answered, or
   * refused with status 429.
   */
  begin(): { onAnswer(): void; onRefusal(): void };
};

/**
 * The part of a limit that this process may use, if several processes share the limit. `watch` registers a function
 * that returns the number of slots in use.
 */
export type SharedCallLimit = { of(limit: number): number; watch(limit: number, inUse: () => number): void };

const noSharedLimit: SharedCallLimit = { of: (limit) => limit, watch: () => undefined };

/**
 * Limits the number of concurrent calls to `maxParallel`. A response with status 429 ("too many requests") halves the
 * limit, but never below one; the limit grows by one whenever as many calls as the limit have been answered. Without
 * `maxParallel`, the first 429 sets the limit to half of the calls in progress. This process's share of the limit may
 * change at any time.
 */
export function createCallLimiter(
  maxParallel = Number.POSITIVE_INFINITY,
  sharedLimit: SharedCallLimit = noSharedLimit,
): CallLimiter {
  const queue = new Set<() => void>();
  let limit = maxParallel;
  let runningCalls = 0;
  let refusals = 0;

  const computeMaxCalls = (): number => Math.floor(Math.min(limit, sharedLimit.of(maxParallel)));
  sharedLimit.watch(maxParallel, () => runningCalls);

  function admitWaitingCalls(): void {
    for (const proceed of queue) {
      if (runningCalls >= computeMaxCalls()) return;
      queue.delete(proceed);
      runningCalls += 1;
      proceed();
    }
  }

  return {
    acquire(onWait, signal) {
      if (signal.aborted) return Promise.reject(signal.reason);
      if (queue.size === 0 && runningCalls < computeMaxCalls()) {
        runningCalls += 1;
        return Promise.resolve();
      }
      onWait(computeMaxCalls());
      return new Promise((resolve, reject) => {
        const abandonCall = () => {
          queue.delete(proceed);
          reject(signal.reason);
        };
        const proceed = () => {
          signal.removeEventListener('abort', abandonCall);
          resolve();
        };
        signal.addEventListener('abort', abandonCall, { once: true });
        queue.add(proceed);
      });
    },
    release() {
      runningCalls -= 1;
      admitWaitingCalls();
    },
    begin() {
      const begunAt = refusals;
      return {
        onAnswer() {
          limit = Math.min(maxParallel, limit + 1 / limit);
          admitWaitingCalls();
        },
        onRefusal() {
          // Calls that were in progress at the same time are refused at the same time, so these refusals count as one.
          if (begunAt !== refusals) return;
          refusals += 1;
          limit = Math.max(1, Math.floor(Math.min(limit, runningCalls) / 2));
        },
      };
    },
  };
}
