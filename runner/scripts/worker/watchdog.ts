export type Watchdog = { resetSilence(): void; startWatching(): void; stopWatching(): void };

/**
 * Creates a watchdog. It sends pings while it is awake, and calls `stuck` after two pings without a reply. It counts
 * ticks instead of time, so that a worker is not blamed when the host itself was busy.
 */
export function createWatchdog(watched: { pingMs: number; ping: () => void; stuck: () => void }): Watchdog {
  let timer: NodeJS.Timeout | undefined;
  let silentTicks = 0;
  const checkForHang = () => {
    silentTicks += 1;
    if (silentTicks > 2) watched.stuck();
    else watched.ping();
  };
  return {
    resetSilence() {
      silentTicks = 0;
    },
    startWatching() {
      if (timer !== undefined) return;
      silentTicks = 0;
      timer = setInterval(checkForHang, watched.pingMs);
    },
    stopWatching() {
      clearInterval(timer);
      timer = undefined;
    },
  };
}
