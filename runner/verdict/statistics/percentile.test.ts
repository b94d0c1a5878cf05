import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeOutcomeEntropy } from './outcome-entropy.ts';
import { computePercentile } from './percentile.ts';

describe('percentile', () => {
  it.each([
    // Worked examples of the nearest-rank method from Wikipedia's page "Percentile".
    [[15, 20, 35, 40, 50], 0.05, 15],
    [[15, 20, 35, 40, 50], 0.3, 20],
    [[15, 20, 35, 40, 50], 0.4, 20],
    [[15, 20, 35, 40, 50], 0.5, 35],
    [[15, 20, 35, 40, 50], 1, 50],
    [[3, 6, 7, 8, 8, 10, 13, 15, 16, 20], 0.25, 7],
    [[3, 6, 7, 8, 8, 10, 13, 15, 16, 20], 0.75, 15],
  ])('of %j at %f is %i', (sorted, share, value) => {
    expect(computePercentile(sorted, share)).toBe(value);
  });

  it('takes the 19th of 20 for 95%', () => {
    expect(
      computePercentile(
        Array.from({ length: 20 }, (_, place) => place + 1),
        0.95,
      ),
    ).toBe(19);
  });

  it('is nothing for no values', () => {
    expect(computePercentile([], 0.5)).toBeNull();
  });

  it('is a value that at least that share does not exceed, and that fewer values below it would not reach', () => {
    const values = fc.array(fc.double({ noNaN: true, min: 0, max: 1e6 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(values, fc.integer({ min: 1, max: 100 }), (unsorted, hundredths) => {
        const sorted = Float64Array.from(unsorted).sort();
        const actual = computePercentile(sorted, hundredths / 100);
        if (actual === null) return false;
        const upTo = sorted.filter((value) => value <= actual).length;
        const smallerValues = sorted.filter((value) => value < actual).length;
        return 100 * upTo >= hundredths * sorted.length && 100 * smallerValues < hundredths * sorted.length;
      }),
    );
  });
});

describe('computeOutcomeEntropy', () => {
  it.each([
    [0, 0, 0],
    [0, 7, 0],
    [7, 7, 0],
    [5, 10, 1],
    // Values from figure 7 of Shannon (1948), which shows the entropy of two possibilities: 0.8113 bits at a
    // probability of one quarter.
    [1, 4, 0.8113],
    [9, 10, 0.469],
  ])('of %i passed in %i is %f bit', (passed, judged, bits) => {
    expect(computeOutcomeEntropy(passed, judged)).toBeCloseTo(bits, 4);
  });

  it('is the same for passing as often as another case fails, and never more than a coin', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 100 }), (passed, failed) => {
        const bits = computeOutcomeEntropy(passed, passed + failed);
        return bits >= 0 && bits <= 1 && Math.abs(bits - computeOutcomeEntropy(failed, passed + failed)) < 1e-12;
      }),
    );
  });
});
