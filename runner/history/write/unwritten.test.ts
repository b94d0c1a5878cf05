import { expect, it } from 'vitest';
import { createUnwrittenBatches } from './unwritten.ts';

it('what was written is not waited for any more, and parts of a transaction are written together', () => {
  const unwritten = createUnwrittenBatches();
  unwritten.give({ upTo: 10, size: 300 });
  unwritten.give({ upTo: 20, size: 50 });
  unwritten.give({ upTo: 30, size: 7 });
  expect(unwritten.size()).toBe(357);
  unwritten.settle(9);
  expect(unwritten.size()).toBe(357);
  unwritten.settle(20);
  expect(unwritten.size()).toBe(7);
  unwritten.settle(Number.POSITIVE_INFINITY);
  expect(unwritten.size()).toBe(0);
});
