import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { adjustPValues } from './benjamini-hochberg.ts';
import { computeMeanPassHatKs, computePassHatK } from './pass-k.ts';
import { computePassHatKIntervals } from './pass-k-intervals.ts';
import { computePassRateInterval } from './pass-rate-band.ts';
import { createRandomNumberGenerator } from './random-numbers.ts';
import { computeTQuantile } from './t-quantile.ts';
import { computeWilsonInterval } from './wilson-interval.ts';

const trials = fc
  .record({ judged: fc.integer({ min: 1, max: 20 }), share: fc.double({ min: 0, max: 1, noNaN: true }) })
  .map(({ judged, share }) => ({ judged, passed: Math.round(judged * share) }));

/** Enumerates all ways to select `k` of `n` attempts, of which the first `passed` passed, to check the formula. */
function drawn(passed: number, n: number, k: number): number {
  let [total, all] = [0, 0];
  for (let bits = 0; bits < 1 << n; bits += 1) {
    const subset = Array.from({ length: n }, (_, place) => place).filter((place) => (bits >> place) % 2 === 1);
    if (subset.length !== k) continue;
    total += 1;
    if (subset.every((place) => place < passed)) all += 1;
  }
  return all / total;
}

describe('pass^k', () => {
  it('is the share of all draws of k attempts that pass wholly', () => {
    const trialCounts = fc
      .integer({ min: 1, max: 9 })
      .chain((n) => fc.tuple(fc.integer({ min: 0, max: n }), fc.constant(n), fc.integer({ min: 1, max: n })));
    fc.assert(
      fc.property(trialCounts, ([passed, n, k]) => {
        expect(computePassHatK({ passed, judged: n }, k)).toBeCloseTo(drawn(passed, n, k), 12);
      }),
    );
  });

  it('is as by hand: 3 of 5, two at a time', () => {
    expect(computePassHatK({ passed: 3, judged: 5 }, 2)).toBeCloseTo(0.3, 12);
  });

  it('stays exact where factorials would not', () => {
    expect(computePassHatK({ passed: 199, judged: 200 }, 100)).toBeCloseTo(0.5, 12);
  });

  it('is a mean over cases, as far as all cases go', () => {
    const figures = computeMeanPassHatKs([
      { passed: 4, judged: 4 },
      { passed: 1, judged: 2 },
      { passed: 0, judged: 0 },
    ]);
    expect(figures).toEqual([0.75, 0.5]);
    expect(computeMeanPassHatKs([])).toEqual([]);
  });

  it('never rise with k', () => {
    fc.assert(
      fc.property(fc.array(trials, { minLength: 1, maxLength: 20 }), (cases) => {
        const figures = computeMeanPassHatKs(cases);
        return figures.every((figure, place) => figure <= (figures[place - 1] ?? 1) + 1e-12);
      }),
    );
  });
});

describe('adjustPValues', () => {
  // The fifteen comparisons from the example in section 4 of the paper by Benjamini and Hochberg (1995).
  const published = [
    ...[0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344],
    ...[0.0459, 0.324, 0.4262, 0.5719, 0.6528, 0.759, 1],
  ];

  it('finds the four that the paper finds', () => {
    expect(adjustPValues(published).filter((p) => p < 0.05)).toHaveLength(4);
    expect(adjustPValues(published)[3]).toBeCloseTo(0.035625, 9);
  });

  it('keeps the order of what it is given, and rejects what the step-up rule rejects', () => {
    const chance = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.array(chance, { minLength: 1, maxLength: 40 }), (pValues) => {
        const adjusted = adjustPValues(pValues);
        const sorted = pValues.toSorted((a, b) => a - b);
        const reached = sorted.findLastIndex((p, place) => p * pValues.length <= 0.05 * (place + 1));
        const limit = reached === -1 ? -1 : (sorted[reached] ?? -1);
        // Products and quotients of the same numbers may differ in the last digit, so a tolerance is needed.
        const near = pValues.some((p, place) => Math.abs((adjusted[place] ?? 0) - 0.05) < 1e-12 || p === limit);
        if (!near) expect(adjusted.map((p) => p <= 0.05)).toEqual(pValues.map((p) => p <= limit));
        for (const [place, p] of pValues.entries()) expect(adjusted[place]).toBeGreaterThanOrEqual(p * (1 - 1e-12));
      }),
    );
    expect(adjustPValues([])).toEqual([]);
  });
});

const times = (count: number, passed: number, judged: number) =>
  Array.from({ length: count }, () => ({ passed, judged }));
const width = ({ low, high }: { low: number; high: number }) => high - low;

describe('the band of a pass rate', () => {
  it("is Wilson's of a single case, and of nothing", () => {
    expect(computePassRateInterval(times(1, 7, 10))).toEqual(computeWilsonInterval(7, 10));
    expect(computePassRateInterval([])).toEqual({ low: 0, high: 1 });
  });

  it('is, for one attempt a case, near that of as many attempts less one, with a quantile of t', () => {
    const cases = [...times(8, 1, 1), ...times(2, 0, 1)];
    const effective = 9 * (1.959964 / 2.262157) ** 2;
    const { low, high } = computeWilsonInterval(0.8 * effective, effective);
    expect(computePassRateInterval(cases).low).toBeCloseTo(low, 6);
    expect(computePassRateInterval(cases).high).toBeCloseTo(high, 6);
  });

  it('counts cases that did all alike as one attempt each', () => {
    const effective = 26 * (1.959964 / 2.059539) ** 2;
    expect(computePassRateInterval(times(26, 3, 3))).toEqual({
      low: expect.closeTo(effective / (effective + 1.959964 ** 2), 6),
      high: 1,
    });
  });

  it('of two or three cases says no less than that of one', () => {
    const one = computeWilsonInterval(1, 1);
    expect([2, 3].map((count) => computePassRateInterval(times(count, 1, 1)))).toEqual([one, one]);
    expect(computePassRateInterval(times(4, 1, 1)).low).toBeGreaterThan(one.low);
  });

  it('is wider than that of as many independent attempts where attempts of a case are alike', () => {
    const interval = computePassRateInterval([...times(10, 10, 10), ...times(10, 0, 10)]);
    expect(width(interval)).toBeGreaterThan(2 * width(computeWilsonInterval(100, 200)));
    // Twenty cases whose attempts all pass or all fail are like twenty single observations, so the interval is about
    // 0.5 ± 2.09 · sqrt(0.25 / 19).
    expect(interval.low).toBeCloseTo(0.28, 1);
    expect(interval.high).toBeCloseTo(0.72, 1);
  });

  it('holds the rate that was seen, inside 0 to 1, and the failures as the passes turned around', () => {
    fc.assert(
      fc.property(fc.array(trials, { minLength: 1, maxLength: 30 }), (cases) => {
        const { low, high } = computePassRateInterval(cases);
        const judged = cases.reduce((sum, each) => sum + each.judged, 0);
        const rate = cases.reduce((sum, each) => sum + each.passed, 0) / judged;
        expect(low >= 0 && high <= 1 && low <= rate + 1e-9 && high >= rate - 1e-9).toBe(true);
        const failures = computePassRateInterval(cases.map((each) => ({ ...each, passed: each.judged - each.passed })));
        expect(failures.low).toBeCloseTo(1 - high, 9);
      }),
    );
  });
});

describe('the 97.5% point of the t distribution', () => {
  it.each([
    [1, 12.7062],
    [9, 2.2622],
    [30, 2.0423],
    // Values from published tables of Student's t distribution.
    [31, 2.0395],
    [40, 2.0211],
    [60, 2.0003],
    [120, 1.9799],
    [1_000, 1.9623],
  ])('with %i degrees of freedom is as in tables', (freedom, quantile) => {
    expect(computeTQuantile(freedom)).toBeCloseTo(quantile, 4);
  });

  it('falls without a step where the table ends', () => {
    const steps = Array.from({ length: 60 }, (_, place) => computeTQuantile(place + 1) - computeTQuantile(place + 2));
    expect(steps.every((step, place) => step > 0 && step < (steps[place - 1] ?? 99))).toBe(true);
  });
});

describe('the intervals of pass^k', () => {
  it('are the same every time, hold the figure, and get no higher with k', () => {
    fc.assert(
      fc.property(fc.array(trials, { minLength: 2, maxLength: 20 }), (cases) => {
        const intervals = computePassHatKIntervals(cases);
        expect(computePassHatKIntervals(cases)).toEqual(intervals);
        for (const [place, figure] of computeMeanPassHatKs(cases).entries()) {
          const { low, high } = intervals[place] ?? { low: 1, high: 0 };
          expect(low <= figure + 1e-9 && high >= figure - 1e-9 && low >= 0 && high <= 1).toBe(true);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('are as wide as those of whole cases', () => {
    const [, , third] = computePassHatKIntervals([...times(10, 3, 3), ...times(10, 0, 3)]);
    // The interval for the mean of twenty coin tosses: 0.5 ± 1.96 · sqrt(0.25 / 20).
    expect(third?.low).toBeCloseTo(0.28, 1);
    expect(third?.high).toBeCloseTo(0.72, 1);
  });

  it('leave room for doubt where no attempt failed', () => {
    expect(computePassHatKIntervals(times(10, 3, 3))[2]).toEqual({ low: expect.closeTo(0.66, 1), high: 1 });
    expect(computePassHatKIntervals([])).toEqual([]);
  });
});

describe('random numbers', () => {
  it('are the same for the same seed, from 0 to 1, and even', () => {
    const [one, other] = [createRandomNumberGenerator(7), createRandomNumberGenerator(7)];
    const samples = Array.from({ length: 20_000 }, () => one());
    expect(samples).toEqual(Array.from({ length: 20_000 }, () => other()));
    expect(samples.every((number) => number >= 0 && number < 1)).toBe(true);
    const tenths = Object.values(Object.groupBy(samples, (number) => Math.floor(number * 10)));
    expect(tenths.map((group) => group?.length ?? 0).every((count) => count > 1_800 && count < 2_200)).toBe(true);
  });
});
