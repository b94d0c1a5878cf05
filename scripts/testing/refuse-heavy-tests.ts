import { afterEach, beforeEach } from 'vitest';

/** Ten times what these tests need; it is work, not time, so that a busy machine breaks none. */
const limitMs = 2_000;
let before = process.cpuUsage();

beforeEach(() => {
  before = process.cpuUsage();
});

/** A test of much work fails in `npm run verify`: it belongs to those with the tag `thorough`. */
afterEach(({ task }) => {
  if (task.tags?.includes('thorough')) return;
  const { user, system } = process.cpuUsage(before);
  const workedMs = (user + system) / 1_000;
  if (workedMs > limitMs) throw new Error(`This test worked for ${Math.round(workedMs)} ms. Tag it 'thorough'.`);
});
