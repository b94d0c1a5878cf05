/** Check for leftovers after this many evaluations. */
const LOOK_EVERY = 1_000;
/** After this many evaluations the process is replaced in any case. */
const MOST_EVALUATIONS = 20_000;
/** Additional open timers, sockets and files. */
const MOST_LEFT_OPEN = 100;
const MOST_GROWTH_BYTES = 128 * 1024 * 1024;

export type Wear = { evaluated(): void };

/**
 * What a module leaves behind when it is evaluated, such as an interval, stays until its process ends. Calls `onWorn`
 * when so much has accumulated that another process should take over. Replacing the process on a fixed schedule, every
 * thousand attempts say, would cost more than the attempts for a module that leaves nothing.
 */
export function createWear(onWorn: () => void): Wear {
  const before = look();
  let evaluations = 0;
  return {
    evaluated() {
      evaluations += 1;
      if (evaluations % LOOK_EVERY !== 0) return;
      const { open, bytes } = look();
      const hasGrown = open - before.open > MOST_LEFT_OPEN || bytes - before.bytes > MOST_GROWTH_BYTES;
      if (hasGrown || evaluations >= MOST_EVALUATIONS) onWorn();
    },
  };
}

function look(): { open: number; bytes: number } {
  return { open: process.getActiveResourcesInfo().length, bytes: process.memoryUsage.rss() };
}
