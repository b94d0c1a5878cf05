import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { benjaminiHochberg } from './benjamini-hochberg.ts';
import { passRateInterval } from './clustered-interval.ts';
import { passHatK, passHatKs } from './pass-k.ts';
import { randomNumbers } from './random-numbers.ts';
import { wilsonInterval } from './wilson-interval.ts';

const trials = fc
  .record({ judged: fc.integer({ min: 1, max: 20 }), share: fc.double({ min: 0, max: 1, noNaN: true }) })
  .map(({ judged, share }) => ({ judged, passed: Math.round(judged * share) }));

/** All ways to draw `k` of `n` attempts, the first `passed` of which passed: what the formula stands for. */
function drawn(passed: number, n: number, k: number): number {
  let [total, all] = [0, 0];
  for (let bits = 0; bits < 1 << n; bits += 1) {
    const chosen = Array.from({ length: n }, (_, place) => place).filter((place) => (bits >> place) % 2 === 1);
    if (chosen.length !== k) continue;
    total += 1;
    if (chosen.every((place) => place < passed)) all += 1;
  }
  return all / total;
}

describe('pass^k', () => {
  it('is the share of all draws of k attempts that pass wholly', () => {
    const counted = fc
      .integer({ min: 1, max: 9 })
      .chain((n) => fc.tuple(fc.integer({ min: 0, max: n }), fc.constant(n), fc.integer({ min: 1, max: n })));
    fc.assert(
      fc.property(counted, ([passed, n, k]) => {
        expect(passHatK({ passed, judged: n }, k)).toBeCloseTo(drawn(passed, n, k), 12);
      }),
    );
  });

  it('is as by hand: 3 of 5, two at a time', () => {
    expect(passHatK({ passed: 3, judged: 5 }, 2)).toBeCloseTo(0.3, 12);
  });

  it('stays exact where factorials would not', () => {
    expect(passHatK({ passed: 199, judged: 200 }, 100)).toBeCloseTo(0.5, 12);
  });

  it('is a mean over cases, as far as all cases go', () => {
    const figures = passHatKs([
      { passed: 4, judged: 4 },
      { passed: 1, judged: 2 },
      { passed: 0, judged: 0 },
    ]);
    expect(figures).toEqual([0.75, 0.5]);
    expect(passHatKs([])).toEqual([]);
  });

  it('never rise with k', () => {
    fc.assert(
      fc.property(fc.array(trials, { minLength: 1, maxLength: 20 }), (cases) => {
        const figures = passHatKs(cases);
        return figures.every((figure, place) => figure <= (figures[place - 1] ?? 1) + 1e-12);
      }),
    );
  });
});

describe('benjaminiHochberg', () => {
  // The fifteen comparisons of the example in the paper of 1995, section 4.
  const published = [
    ...[0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344],
    ...[0.0459, 0.324, 0.4262, 0.5719, 0.6528, 0.759, 1],
  ];

  it('finds the four that the paper finds', () => {
    expect(benjaminiHochberg(published).filter((p) => p < 0.05)).toHaveLength(4);
    expect(benjaminiHochberg(published)[3]).toBeCloseTo(0.035625, 9);
  });

  it('keeps the order of what it is given, and rejects what the step-up rule rejects', () => {
    const chance = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.array(chance, { minLength: 1, maxLength: 40 }), (pValues) => {
        const adjusted = benjaminiHochberg(pValues);
        const sorted = pValues.toSorted((a, b) => a - b);
        const reached = sorted.findLastIndex((p, place) => p * pValues.length <= 0.05 * (place + 1));
        const limit = reached === -1 ? -1 : (sorted[reached] ?? -1);
        // Products and quotients of the same numbers may differ in the last digit.
        const near = pValues.some((p, place) => Math.abs((adjusted[place] ?? 0) - 0.05) < 1e-12 || p === limit);
        if (!near) expect(adjusted.map((p) => p <= 0.05)).toEqual(pValues.map((p) => p <= limit));
        for (const [place, p] of pValues.entries()) expect(adjusted[place]).toBeGreaterThanOrEqual(p * (1 - 1e-12));
      }),
    );
    expect(benjaminiHochberg([])).toEqual([]);
  });
});

describe('the clustered interval of a pass rate', () => {
  it("is Wilson's for one attempt a case", () => {
    const cases = [1, 1, 0, 1, 1].map((passed) => ({ passed, judged: 1 }));
    expect(passRateInterval(cases)).toEqual(wilsonInterval(4, 5));
  });

  it('is wider than that of as many independent attempts where attempts of a case are alike', () => {
    const cases = Array.from({ length: 20 }, (_, place) => ({ passed: place % 2 === 0 ? 10 : 0, judged: 10 }));
    const { low, high } = passRateInterval(cases);
    const independent = wilsonInterval(100, 200);
    expect(high - low).toBeGreaterThan(2 * (independent.high - independent.low));
    // Twenty cases that pass or fail as a whole are twenty observations: about 0.5 ± 1.96 · sqrt(0.25 / 20).
    expect(low).toBeCloseTo(0.28, 1);
    expect(high).toBeCloseTo(0.72, 1);
  });

  it('holds the rate that was seen, inside 0 to 1, the same every time', () => {
    fc.assert(
      fc.property(fc.array(trials, { minLength: 1, maxLength: 30 }), (cases) => {
        const interval = passRateInterval(cases);
        const judged = cases.reduce((sum, each) => sum + each.judged, 0);
        const rate = cases.reduce((sum, each) => sum + each.passed, 0) / judged;
        expect(interval.low).toBeGreaterThanOrEqual(0);
        expect(interval.high).toBeLessThanOrEqual(1);
        expect(interval.low).toBeLessThanOrEqual(rate + 1e-12);
        expect(interval.high).toBeGreaterThanOrEqual(rate - 1e-12);
        expect(passRateInterval(cases)).toEqual(interval);
      }),
      { numRuns: 30 },
    );
  });
});

describe('random numbers', () => {
  it('are the same for the same seed, from 0 to 1, and even', () => {
    const [one, other] = [randomNumbers(7), randomNumbers(7)];
    const drawn = Array.from({ length: 20_000 }, () => one());
    expect(drawn).toEqual(Array.from({ length: 20_000 }, () => other()));
    expect(drawn.every((number) => number >= 0 && number < 1)).toBe(true);
    const tenths = Object.values(Object.groupBy(drawn, (number) => Math.floor(number * 10)));
    expect(tenths.map((group) => group?.length ?? 0).every((count) => count > 1_800 && count < 2_200)).toBe(true);
  });
});
