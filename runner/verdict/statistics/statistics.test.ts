import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeRates } from './describe-change.ts';
import { canTellApart, fisherExact } from './fisher-exact.ts';
import { wilsonInterval } from './wilson-interval.ts';

const trials = fc
  .record({ judged: fc.integer({ min: 1, max: 200 }), share: fc.double({ min: 0, max: 1, noNaN: true }) })
  .map(({ judged, share }) => ({ judged, passed: Math.round(judged * share) }));

describe('wilsonInterval', () => {
  it.each([
    // Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17 (1998), table I.
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
    // "3 of 3: could be anything above 44%".
    [3, 3, 0.4385, 1],
  ])('of %i in %i is as published', (successes, of, low, high) => {
    const interval = wilsonInterval(successes, of);
    expect(interval.low).toBeCloseTo(low, 4);
    expect(interval.high).toBeCloseTo(high, 4);
  });

  it('holds the share that was seen, inside 0 to 1', () => {
    fc.assert(
      fc.property(trials, ({ passed, judged }) => {
        const { low, high } = wilsonInterval(passed, judged);
        const share = passed / judged;
        return low >= 0 && high <= 1 && low <= share + 1e-12 && high >= share - 1e-12;
      }),
    );
  });

  it('says nothing about what was never tried', () => {
    expect(wilsonInterval(0, 0)).toEqual({ low: 0, high: 1 });
  });
});

describe('fisherExact', () => {
  it.each([
    // The lady tasting tea.
    [{ passed: 3, judged: 4 }, { passed: 1, judged: 4 }, 0.4857142857],
    [{ passed: 8, judged: 10 }, { passed: 1, judged: 6 }, 0.0349650349],
    [{ passed: 3, judged: 3 }, { passed: 0, judged: 3 }, 0.1],
    [{ passed: 4, judged: 4 }, { passed: 0, judged: 4 }, 0.0285714286],
  ])('is as published', (before, after, p) => {
    expect(fisherExact(before, after)).toBeCloseTo(p, 9);
  });

  it('is a probability, the same from both sides', () => {
    fc.assert(
      fc.property(trials, trials, (before, after) => {
        const p = fisherExact(before, after);
        expect(p).toBeGreaterThan(0);
        expect(p).toBeLessThanOrEqual(1);
        expect(fisherExact(after, before)).toBeCloseTo(p, 9);
      }),
    );
  });

  it('cannot tell three attempts from three others', () => {
    expect([canTellApart(3, 3), canTellApart(4, 4), canTellApart(1, 100)]).toEqual([false, true, true]);
  });
});

describe('words', () => {
  it('tell evidence from chance and from too little', () => {
    expect(describeRates({ passed: 3, judged: 3 }, { passed: 0, judged: 3 }).words).toBe(
      '3 attempts cannot show a change; ask with more runs',
    );
    expect(describeRates({ passed: 10, judged: 10 }, { passed: 2, judged: 10 }).verdict).toBe('real');
    expect(describeRates({ passed: 10, judged: 10 }, { passed: 8, judged: 10 }).words).toBe(
      'could be chance (p = 0.47)',
    );
    expect(describeRates({ passed: 5, judged: 10 }, { passed: 5, judged: 10 }).verdict).toBe('none');
  });
});
