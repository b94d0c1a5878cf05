import { expect, it } from 'vitest';
import { nearSuites } from './near-suites';

it('finds what a wrong address meant: a moved file, a slip of the hand, another kind of file', () => {
  const suiteKeys = ['shop/tests/refunds.jsonl', 'tests/orders.jsonl', 'tests/replies.csv'];
  expect(nearSuites('tests/refunds.jsonl', suiteKeys)).toEqual(['shop/tests/refunds.jsonl']);
  expect(nearSuites('tests/ordres.jsonl', suiteKeys)).toEqual(['tests/orders.jsonl']);
  expect(nearSuites('tests/replies.jsonl', suiteKeys)).toEqual(['tests/replies.csv']);
  expect(nearSuites('something/else', suiteKeys)).toEqual([]);
});
