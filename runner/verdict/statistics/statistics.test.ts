import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluateRateChange, toEvidenceOfTest } from './describe-change.ts';
import { canBeSignificant, computeFisherExactPValue, type TrialCounts } from './fisher-exact.ts';
import { performStratifiedTest } from './stratified-test.ts';
import { computeWilsonInterval } from './wilson-interval.ts';

const of = (passed: number, judged: number): TrialCounts => ({ passed, judged });
/** Creates cases of which every second becomes better and the others become worse. */
const alternating = (count: number): [TrialCounts, TrialCounts][] =>
  Array.from({ length: count }, (_, place) => (place % 2 === 0 ? [of(1, 1), of(0, 1)] : [of(0, 1), of(1, 1)]));

const trials = fc
  .record({ judged: fc.integer({ min: 1, max: 200 }), share: fc.double({ min: 0, max: 1, noNaN: true }) })
  .map(({ judged, share }) => ({ judged, passed: Math.round(judged * share) }));

describe('computeWilsonInterval', () => {
  it.each([
    // Values from Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17
    // (1998), table I.
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
    // The lower bound behind the text "3 of 3: could be anything above 44%".
    [3, 3, 0.4385, 1],
  ])('of %i in %i is as published', (successes, of, low, high) => {
    const interval = computeWilsonInterval(successes, of);
    expect(interval.low).toBeCloseTo(low, 4);
    expect(interval.high).toBeCloseTo(high, 4);
  });

  it('holds the share that was seen, inside 0 to 1', () => {
    fc.assert(
      fc.property(trials, ({ passed, judged }) => {
        const { low, high } = computeWilsonInterval(passed, judged);
        const share = passed / judged;
        return low >= 0 && high <= 1 && low <= share + 1e-12 && high >= share - 1e-12;
      }),
    );
  });

  it('says nothing about what was never tried', () => {
    expect(computeWilsonInterval(0, 0)).toEqual({ low: 0, high: 1 });
  });
});

describe('computeFisherExactPValue', () => {
  it.each([
    // R. A. Fisher's example of the lady tasting tea (1935).
    [{ passed: 3, judged: 4 }, { passed: 1, judged: 4 }, 0.4857142857],
    [{ passed: 8, judged: 10 }, { passed: 1, judged: 6 }, 0.0349650349],
    [{ passed: 3, judged: 3 }, { passed: 0, judged: 3 }, 0.1],
    [{ passed: 4, judged: 4 }, { passed: 0, judged: 4 }, 0.0285714286],
  ])('is as published', (before, after, p) => {
    expect(computeFisherExactPValue(before, after)).toBeCloseTo(p, 9);
  });

  it('is a probability, the same from both sides', () => {
    fc.assert(
      fc.property(trials, trials, (before, after) => {
        const p = computeFisherExactPValue(before, after);
        expect(p).toBeGreaterThan(0);
        expect(p).toBeLessThanOrEqual(1);
        expect(computeFisherExactPValue(after, before)).toBeCloseTo(p, 9);
      }),
    );
  });

  it('cannot tell three attempts from three others', () => {
    expect([canBeSignificant(3, 3), canBeSignificant(4, 4), canBeSignificant(1, 100)]).toEqual([false, true, true]);
  });
});

describe('words', () => {
  it('tell evidence from chance and from too little', () => {
    expect(evaluateRateChange({ passed: 3, judged: 3 }, { passed: 0, judged: 3 }).words).toBe(
      '3 attempts cannot show a change; run more attempts',
    );
    expect(evaluateRateChange({ passed: 10, judged: 10 }, { passed: 2, judged: 10 }).verdict).toBe('real');
    expect(evaluateRateChange({ passed: 10, judged: 10 }, { passed: 8, judged: 10 }).words).toBe(
      'could be chance (p = 0.47)',
    );
    expect(evaluateRateChange({ passed: 5, judged: 10 }, { passed: 5, judged: 10 }).verdict).toBe('none');
    const nothing = { passed: 0, judged: 0 };
    for (const [before, after] of [
      [nothing, { passed: 1, judged: 1 }],
      [{ passed: 1, judged: 1 }, nothing],
    ] as const) {
      expect(evaluateRateChange(before, after)).toEqual({
        verdict: 'too_few',
        p: 1,
        words: 'nothing to compare: one side was not judged',
      });
    }
    expect(evaluateRateChange({ passed: 1, judged: 1 }, { passed: 0, judged: 9 }).words).toBe(
      '1 attempt cannot show a change; run more attempts',
    );
  });

  it.each<[string, [TrialCounts, TrialCounts][], string, string | RegExp]>([
    ['no case', [], 'none', 'no case changed'],
    ['cases that did the same', [[of(1, 2), of(2, 4)]], 'none', 'no case changed'],
    ['one case that was tried once', [[of(1, 1), of(0, 1)]], 'too_few', '1 changed case cannot show a trend'],
    [
      'two cases that were tried once',
      [
        [of(1, 1), of(0, 1)],
        [of(1, 1), of(0, 1)],
        [of(1, 1), of(1, 1)],
      ],
      'too_few',
      '2 changed cases cannot show a trend',
    ],
    [
      'a case that was tried twice after',
      [[of(1, 1), of(1, 2)]],
      'too_few',
      '1 case with both outcomes cannot show a trend; run more attempts',
    ],
    ['a case that was tried twice before', [[of(2, 2), of(0, 1)]], 'too_few', /with both outcomes/],
    ['enough cases, either way', alternating(12), 'unclear', 'could be chance (p = 1.0)'],
    ['eight that fail now', Array.from({ length: 8 }, () => [of(1, 1), of(0, 1)]), 'real', /^really worse: .*p = 0.00/],
    ['eight that pass now', Array.from({ length: 8 }, () => [of(0, 1), of(1, 1)]), 'real', /^really better: /],
    ['thirty that fail now', Array.from({ length: 30 }, () => [of(1, 1), of(0, 1)]), 'real', /\(p < 0.001\)$/],
  ])('tell of %s what it shows', (_what, trials, verdict, words) => {
    const pairs = trials.map(([before, after]) => ({ before, after }));
    const evidence = toEvidenceOfTest(performStratifiedTest(pairs), pairs);
    expect(evidence.verdict).toBe(verdict);
    expect(evidence.words).toMatch(words);
  });
});
