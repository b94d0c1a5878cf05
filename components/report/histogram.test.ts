import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildHistogram } from './histogram';

describe('a histogram', () => {
  it('counts every value once, in ranges that follow each other', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1e7, noNaN: true }), { minLength: 1 }), (values) => {
        const bins = buildHistogram(values);
        expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(values.length);
        for (const [index, { from, to }] of bins.entries()) {
          expect(to).toBeGreaterThanOrEqual(from);
          if (index > 0) expect(from).toBe(bins[index - 1]?.to);
        }
      }),
    );
  });

  it('has one range for values that are all the same, and none for none', () => {
    expect(buildHistogram([3, 3, 3])).toEqual([{ from: 3, to: 3, count: 3 }]);
    expect(buildHistogram([])).toEqual([]);
  });

  it('widens its ranges where the largest value is many times the smallest', () => {
    const bins = buildHistogram([1, 10, 100, 1000, 10_000, 100_000]);
    expect(bins.map(({ count }) => count)).toEqual([1, 1, 1, 1, 1, 1]);
  });
});
