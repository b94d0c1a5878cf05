/** After this many evaluations of the module, resources that are still open are counted. */
const EVALUATIONS_PER_CHECK = 1_000;
/** The number of evaluations after which the process is replaced even if the module leaves nothing behind. */
const MAX_EVALUATIONS = 20_000;
/** The maximum number of open timers, sockets and files in addition to those that were open at the start. */
const MAX_LEAKED_RESOURCES = 100;
const MAX_GROWTH_BYTES = 128 * 1024 * 1024;

export type ResourceLeakMeter = { recordEvaluation(): void };

/**
 * Counts the resources that evaluations of a module leave open, such as intervals; they stay until the process ends.
 * Calls `onWorn` when there are so many that the process should be replaced. Replacing the process on a fixed schedule,
 * such as every thousand attempts, would cost more than the attempts themselves if the module leaves nothing open.
 */
export function createResourceLeakMonitor(onWorn: () => void): ResourceLeakMeter {
  const before = measureResources();
  let evaluations = 0;
  return {
    recordEvaluation() {
      evaluations += 1;
      if (evaluations % EVALUATIONS_PER_CHECK !== 0) return;
      const { open, bytes } = measureResources();
      const hasGrown = open - before.open > MAX_LEAKED_RESOURCES || bytes - before.bytes > MAX_GROWTH_BYTES;
      if (hasGrown || evaluations >= MAX_EVALUATIONS) onWorn();
    },
  };
}

function measureResources(): { open: number; bytes: number } {
  return { open: process.getActiveResourcesInfo().length, bytes: process.memoryUsage.rss() };
}
