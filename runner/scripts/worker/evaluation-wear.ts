/** How often a process looks what the evaluations of its module have left behind. */
const LOOK_EVERY = 1_000;
/** It is replaced after these, whatever it looks like. */
const MOST_EVALUATIONS = 20_000;
/** Timers, sockets and files that are open beside those of before. */
const MOST_LEFT_OPEN = 100;
const MOST_GROWTH_BYTES = 128 * 1024 * 1024;

export type Wear = { evaluated(): void };

/**
 * What a module leaves behind when it is evaluated, such as an interval, nobody but the end of its process removes: says
 * when there is so much of it that another process should take over. A new process for every thousand attempts of a
 * module that leaves nothing would cost more than the attempts.
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
