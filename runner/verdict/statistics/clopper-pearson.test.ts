import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeOneSidedBounds } from './clopper-pearson.ts';

describe('exact one-sided bounds', () => {
  it.each([
    [3, 3, 0.3684, 1],
    [14, 14, 0.8074, 1],
    [0, 14, 0, 0.1926],
    // The ends of the two-sided 90% interval for 5 of 10, as published by C. Clopper and E. Pearson.
    [5, 10, 0.2224, 0.7776],
    [8, 10, 0.4931, 0.9632],
    [0, 0, 0, 1],
  ])('of %i of %i are as published', (successes, trials, low, high) => {
    const bounds = computeOneSidedBounds(successes, trials);
    expect(bounds.low).toBeCloseTo(low, 4);
    expect(bounds.high).toBeCloseTo(high, 4);
  });

  it('hold the share that was seen', () => {
    const tally = fc
      .integer({ min: 1, max: 60 })
      .chain((trials) => fc.tuple(fc.integer({ min: 0, max: trials }), fc.constant(trials)));
    fc.assert(
      fc.property(tally, ([successes, trials]) => {
        const { low, high } = computeOneSidedBounds(successes, trials);
        return low <= successes / trials && successes / trials <= high;
      }),
    );
  });
});
