import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scaleTicks, tickPlaces } from './run-axis';

describe('the axis of runs', () => {
  it('labels the ends and a few places between them', () => {
    expect(tickPlaces(1, 6)).toEqual([0]);
    expect(tickPlaces(4, 6)).toEqual([0, 1, 2, 3]);
    expect(tickPlaces(500, 6)).toEqual([0, 100, 200, 299, 399, 499]);
  });
});

describe('the axis of values', () => {
  it.each([
    ['share', [0.9, 0.95], [0, 0.25, 0.5, 0.75, 1]],
    ['score', [0.9, null], [0, 0.25, 0.5, 0.75, 1]],
    ['score', [-0.5, 0.9], [-0.5, 0, 0.5, 1]],
    ['score', [0.2, 7], [0, 2, 4, 6, 8]],
    ['amount', [1, 9], [0, 2.5, 5, 7.5, 10]],
    ['amount', [null], [0, 1]],
    ['amount', [], [0, 1]],
  ] as const)('of %s and %j is %j', (scale, values, ticks) => {
    expect(scaleTicks(scale, values)).toEqual(ticks);
  });

  it('shows zero and every value, with few labels', () => {
    const value = fc.double({ min: -1e9, max: 1e9, noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(
        fc.array(value, { minLength: 1, maxLength: 30 }),
        fc.constantFrom('amount', 'score'),
        (values, scale) => {
          fc.pre(values.some((each) => Math.abs(each) > 1e-9));
          const ticks = scaleTicks(scale, values);
          const slack = ((ticks.at(-1) ?? 0) - (ticks[0] ?? 0)) * 1e-6;
          expect(ticks).toContain(0);
          expect(Math.min(...values)).toBeGreaterThanOrEqual((ticks[0] ?? 0) - slack);
          expect(Math.max(...values)).toBeLessThanOrEqual((ticks.at(-1) ?? 0) + slack);
          expect(ticks.length).toBeLessThanOrEqual(6);
        },
      ),
    );
  });
});
