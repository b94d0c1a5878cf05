/** Leftovers of the module are counted whenever it has been evaluated this many times. */
const EVALUATIONS_PER_CHECK = 1_000;
/** The number of evaluations after which the process is replaced even if the module leaves nothing behind. */
const MAX_EVALUATIONS = 20_000;
/** The maximum number of open timers, sockets and files in addition to those that were open at the start. */
const MAX_LEAKED_RESOURCES = 100;
const MAX_GROWTH_BYTES = 128 * 1024 * 1024;

export type ResourceLeakMeter = { recordEvaluation(): void };

/**
 * Creates a meter for what an evaluated module leaves behind, such as an interval, which stays until the process ends.
 * Calls `onWorn` when so much has accumulated that the process should be replaced. If the process were replaced on a
 * fixed schedule, such as every thousand attempts, that would cost more than the attempts themselves for a module that
 * leaves nothing behind.
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
