/**
 * Repeats an action at a fixed interval. The next repetition starts only after the previous one has ended, so that
 * requests to an unreachable queue do not pile up.
 */
export type RepeatedAction = {
  /** Starts the action at once or, if it is in progress, as soon as it has ended. */
  now(): void;
  stop(): void;
};

export function startRepeating(action: () => Promise<unknown>, everyMs: number): RepeatedAction {
  let isBusy = false;
  let isWanted = false;
  let isOver = false;
  const runAction = (): void => {
    if (isBusy || isOver) return;
    isBusy = true;
    isWanted = false;
    void action().finally(() => {
      isBusy = false;
      if (isWanted) runAction();
    });
  };
  const timer = setInterval(runAction, everyMs);
  return {
    now() {
      isWanted = true;
      runAction();
    },
    stop() {
      clearInterval(timer);
      isOver = true;
    },
  };
}
