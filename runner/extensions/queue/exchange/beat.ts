/** Repeats an action, never concurrently, so that an unreachable queue is not asked more and more often. */
export type Beat = {
  /** Runs the action at once, or as soon as the current one has ended. */
  now(): void;
  stop(): void;
};

export function startBeat(action: () => Promise<unknown>, everyMs: number): Beat {
  let isBusy = false;
  let isWanted = false;
  let isOver = false;
  const beat = (): void => {
    if (isBusy || isOver) return;
    isBusy = true;
    isWanted = false;
    void action().finally(() => {
      isBusy = false;
      if (isWanted) beat();
    });
  };
  const timer = setInterval(beat, everyMs);
  return {
    now() {
      isWanted = true;
      beat();
    },
    stop() {
      clearInterval(timer);
      isOver = true;
    },
  };
}
