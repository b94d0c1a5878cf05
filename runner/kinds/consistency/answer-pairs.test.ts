import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pairAnswers } from './answer-pairs.ts';

const answers = fc
  .nat(40)
  .filter((count) => count !== 1)
  .map((count) => Array.from({ length: count }, (_, position) => position));

describe('pairs of answers', () => {
  it('in a ring are as many as answers, with each once on either side', () => {
    fc.assert(
      fc.property(answers, (list) => {
        const answerPairs = pairAnswers(list, 'ring');
        expect(answerPairs.map(([left]) => left)).toEqual(list);
        expect(answerPairs.map(([, right]) => right).toSorted((left, right) => left - right)).toEqual(list);
      }),
    );
  });

  it('of all with all are every two answers once', () => {
    fc.assert(
      fc.property(answers, (list) => {
        const pairs = pairAnswers(list, 'all');
        const count = list.length === 0 ? 0 : (list.length * (list.length - 1)) / 2;
        expect(new Set(pairs.map((pair) => pair.join())).size).toBe(count);
        expect(pairs.every(([left, right]) => left < right)).toBe(true);
      }),
    );
  });

  it('are none of a single answer: it agrees with itself, which says nothing', () => {
    expect([pairAnswers(['a'], 'ring'), pairAnswers(['a'], 'all'), pairAnswers([], 'ring')]).toEqual([[], [], []]);
  });
});
