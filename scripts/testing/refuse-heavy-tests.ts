import { afterEach, beforeEach } from 'vitest';

/**
 * The limit is ten times the CPU work that these tests need. CPU work is measured instead of time, so that a busy
 * machine does not matter.
 */
const limitMs = 2_000;
let before = process.cpuUsage();

beforeEach(() => {
  before = process.cpuUsage();
});

/** Fails an expensive test in `npm run verify`; such tests need the tag `thorough`. */
afterEach(({ task }) => {
  if (task.tags?.includes('thorough')) return;
  const { user, system } = process.cpuUsage(before);
  const workedMs = (user + system) / 1_000;
  if (workedMs > limitMs) throw new Error(`This test worked for ${Math.round(workedMs)} ms. Tag it 'thorough'.`);
});
