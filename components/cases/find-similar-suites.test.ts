import { expect, it } from 'vitest';
import { findSimilarSuites } from './find-similar-suites';

it('finds what a wrong address meant: a moved file, a slip of the hand, another kind of file', () => {
  const suiteKeys = ['shop/tests/refunds.jsonl', 'tests/orders.jsonl', 'tests/replies.csv'];
  expect(findSimilarSuites('tests/refunds.jsonl', suiteKeys)).toEqual(['shop/tests/refunds.jsonl']);
  expect(findSimilarSuites('tests/ordres.jsonl', suiteKeys)).toEqual(['tests/orders.jsonl']);
  expect(findSimilarSuites('tests/replies.jsonl', suiteKeys)).toEqual(['tests/replies.csv']);
  expect(findSimilarSuites('something/else', suiteKeys)).toEqual([]);
});
