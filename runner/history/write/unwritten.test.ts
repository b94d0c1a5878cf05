import { expect, it } from 'vitest';
import { createUnwrittenBatches } from './unwritten.ts';

it('what was written is not waited for any more, and parts of a transaction are written together', () => {
  const unwritten = createUnwrittenBatches();
  unwritten.addBatch({ upTo: 10, size: 300 });
  unwritten.addBatch({ upTo: 20, size: 50 });
  unwritten.addBatch({ upTo: 30, size: 7 });
  expect(unwritten.size()).toBe(357);
  unwritten.markWritten(9);
  expect(unwritten.size()).toBe(357);
  unwritten.markWritten(20);
  expect(unwritten.size()).toBe(7);
  unwritten.markWritten(Number.POSITIVE_INFINITY);
  expect(unwritten.size()).toBe(0);
});
