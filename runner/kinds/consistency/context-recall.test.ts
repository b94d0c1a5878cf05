import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeContextRecall, computeTextSimilarity } from './context-recall.ts';

describe('the likeness of two texts', () => {
  it.each([
    ['kitten', 'sitting', 1 - 3 / 7],
    ['', '', 1],
    ['', 'abc', 0],
    ['flaw', 'lawn', 0.5],
    ['👩🚀', '👩', 0.5],
    ['naïve', 'naive', 0.8],
  ])('of %j and %j is one minus the edits over the longer length, in characters', (left, right, expected) => {
    expect(computeTextSimilarity(left, right)).toBeCloseTo(expected, 12);
  });

  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '👍') });

  it('lies between 0 and 1, is the same both ways, and is 1 for equal texts only', () => {
    fc.assert(
      fc.property(text, text, (left, right) => {
        const value = computeTextSimilarity(left, right);
        expect(value).toBe(computeTextSimilarity(right, left));
        expect(value >= 0 && value <= 1).toBe(true);
        expect(value === 1).toBe(left === right);
      }),
    );
  });
});

describe('the context recall', () => {
  it('is the mean over the reference of the best likeness', () => {
    const recall = computeContextRecall({
      retrieved: ['abcd', 'wx--', 'long and unlike'],
      reference: ['abcd', 'wxyz'],
    });
    expect(recall).toBe(0.75);
  });

  it('is unknown when a side is empty', () => {
    expect(computeContextRecall({ retrieved: [], reference: ['a'] })).toBeNull();
    expect(computeContextRecall({ retrieved: ['a'], reference: [] })).toBeNull();
  });

  it('never falls when more is found', () => {
    const texts = fc.array(fc.string(), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(texts, texts, texts, (retrieved, otherTexts, reference) => {
        const before = computeContextRecall({ retrieved, reference }) ?? 0;
        expect(
          computeContextRecall({ retrieved: [...retrieved, ...otherTexts], reference }) ?? 0,
        ).toBeGreaterThanOrEqual(before);
      }),
    );
  });
});
