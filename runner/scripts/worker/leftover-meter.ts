/** Check for leftovers after this many evaluations. */
const LOOK_EVERY = 1_000;
/** After this many evaluations the process is replaced in any case. */
const MOST_EVALUATIONS = 20_000;
/** How many timers, sockets and files may be open in addition to those at the start. */
const MOST_LEFT_OPEN = 100;
const MOST_GROWTH_BYTES = 128 * 1024 * 1024;

export type LeftoverMeter = { recordEvaluation(): void };

/**
 * Leftovers of an evaluated module, such as an interval, stay until the process ends. Calls `onWorn` when so many have
 * accumulated that another process should take over. A replacement on a fixed schedule, such as every thousand
 * attempts, would cost more than the attempts themselves for a module that leaves nothing behind.
 */
export function createLeftoverMeter(onWorn: () => void): LeftoverMeter {
  const before = measureResources();
  let evaluations = 0;
  return {
    recordEvaluation() {
      evaluations += 1;
      if (evaluations % LOOK_EVERY !== 0) return;
      const { open, bytes } = measureResources();
      const hasGrown = open - before.open > MOST_LEFT_OPEN || bytes - before.bytes > MOST_GROWTH_BYTES;
      if (hasGrown || evaluations >= MOST_EVALUATIONS) onWorn();
    },
  };
}

function measureResources(): { open: number; bytes: number } {
  return { open: process.getActiveResourcesInfo().length, bytes: process.memoryUsage.rss() };
}
