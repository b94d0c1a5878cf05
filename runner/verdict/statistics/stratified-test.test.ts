import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PairedTrials } from './paired-strata.ts';
import { isSignificantP } from './significance.ts';
import { performStratifiedTest } from './stratified-test.ts';

const pair = (before: string, after: string): PairedTrials => ({ before: trials(before), after: trials(after) });
const times = (count: number, of: PairedTrials): PairedTrials[] => Array.from({ length: count }, () => of);

function trials(text: string) {
  const [passed = 0, judged = 0] = text.split('/').map(Number);
  return { passed, judged };
}

/** Enumerates every outcome of the later run that the totals allow, and its weight at an odds ratio. */
function enumerated(pairs: readonly PairedTrials[], odds: number): { atMost: number; atLeast: number } {
  const observed = pairs.reduce((sum, { after }) => sum + after.passed, 0);
  const tails = { atMost: 0, atLeast: 0, all: 0 };
  const visit = (place: number, passed: number, weight: number): void => {
    const at = pairs[place];
    if (at === undefined) {
      const tilted = weight * odds ** passed;
      tails.all += tilted;
      if (passed <= observed) tails.atMost += tilted;
      if (passed >= observed) tails.atLeast += tilted;
      return;
    }
    const total = at.before.passed + at.after.passed;
    for (let k = 0; k <= at.after.judged; k += 1) {
      const ways = choose(at.after.judged, k) * choose(at.before.judged, total - k);
      if (ways > 0) visit(place + 1, passed + k, weight * ways);
    }
  };
  visit(0, 0, 1);
  return { atMost: tails.atMost / tails.all, atLeast: tails.atLeast / tails.all };
}

function choose(n: number, k: number): number {
  if (k < 0 || k > n) return 0;
  let ways = 1;
  for (let j = 1; j <= k; j += 1) ways = (ways * (n - k + j)) / j;
  return Math.round(ways);
}

const tally = fc
  .integer({ min: 1, max: 4 })
  .chain((judged) => fc.record({ judged: fc.constant(judged), passed: fc.integer({ min: 0, max: judged }) }));
const someCases = fc.array(fc.record({ before: tally, after: tally }), { minLength: 1, maxLength: 5 });
const anyTally = fc
  .integer({ min: 1, max: 12 })
  .chain((judged) => fc.record({ judged: fc.constant(judged), passed: fc.integer({ min: 0, max: judged }) }));
const manyCases = fc.array(fc.record({ before: anyTally, after: anyTally }), { minLength: 1, maxLength: 40 });

describe('the exact stratified test', () => {
  it.each([
    [
      '2 of 26 cases 5/5 to 0/5, 11 always pass, 13 never',
      [...times(2, pair('5/5', '0/5')), ...times(11, pair('5/5', '5/5')), ...times(13, pair('0/5', '0/5'))],
      3.1494e-5,
    ],
    ['3 of 10 cases 3/3 to 0/3', [...times(3, pair('3/3', '0/3')), ...times(7, pair('3/3', '3/3'))], 2.5e-4],
    ['1 of 10 cases 5/5 to 0/5', [pair('5/5', '0/5'), ...times(9, pair('5/5', '5/5'))], 0.0079365],
    ['2 of 26 cases 3/3 to 1/3', [...times(2, pair('3/3', '1/3')), ...times(24, pair('3/3', '3/3'))], 0.08],
    ['6 of 26 cases 1/1 to 0/1', [...times(6, pair('1/1', '0/1')), ...times(20, pair('1/1', '1/1'))], 0.03125],
  ])('of %s is as by hand', (_, pairs, p) => {
    expect(performStratifiedTest(pairs).p / p).toBeCloseTo(1, 4);
    expect(performStratifiedTest(pairs).direction).toBe('worse');
  });

  it.each([
    [6, 0, 0.03125],
    [121, 59, 4.434e-6],
  ])('of %i cases worse and %i better, tried once, is the exact test of McNemar as published', (worse, better, p) => {
    const pairs = [...times(worse, pair('1/1', '0/1')), ...times(better, pair('0/1', '1/1'))];
    expect(performStratifiedTest(pairs).p).toBeCloseTo(p, 8);
  });

  it('is twice the smaller tail of all outcomes that the totals allow', () => {
    fc.assert(
      fc.property(someCases, (pairs) => {
        const { atMost, atLeast } = enumerated(pairs, 1);
        expect(performStratifiedTest(pairs).p).toBeCloseTo(Math.min(1, 2 * Math.min(atMost, atLeast)), 9);
      }),
    );
  });

  it('has an interval at whose ends one tail of all outcomes is 2.5%', () => {
    fc.assert(
      fc.property(someCases, (pairs) => {
        const { odds, informative } = performStratifiedTest(pairs);
        if (odds.low > 0) expect(enumerated(pairs, odds.low).atLeast).toBeCloseTo(0.025, 7);
        if (odds.high < Infinity) expect(enumerated(pairs, odds.high).atMost).toBeCloseTo(0.025, 7);
        if (informative === 0) expect(odds).toEqual({ low: 0, high: Infinity });
        expect(odds.low).toBeLessThanOrEqual(odds.high);
      }),
    );
  });

  it('never rejects a ratio of 1 that its interval holds, nor keeps one that it does not', { tags: 'thorough' }, () => {
    fc.assert(
      fc.property(manyCases, (pairs) => {
        const { p, odds, direction } = performStratifiedTest(pairs);
        const isOutside = odds.low > 1 || odds.high < 1;
        expect(isOutside).toBe(isSignificantP(p));
        if (isOutside) expect(direction).toBe(odds.high < 1 ? 'worse' : 'better');
      }),
      { numRuns: 300 },
    );
  });

  it('turns around when before and after do', { tags: 'thorough' }, () => {
    fc.assert(
      fc.property(manyCases, (pairs) => {
        const forth = performStratifiedTest(pairs);
        const back = performStratifiedTest(pairs.map(({ before, after }) => ({ before: after, after: before })));
        expect(back.p).toBeCloseTo(forth.p, 9);
        expect(Math.log(back.odds.low)).toBeCloseTo(-Math.log(forth.odds.high), 6);
      }),
    );
  });

  it('says when no outcome could have been evidence', () => {
    expect(performStratifiedTest(times(5, pair('1/1', '0/1'))).isTooSmall).toBe(true);
    expect(performStratifiedTest(times(6, pair('1/1', '0/1'))).isTooSmall).toBe(false);
    expect(performStratifiedTest([...times(3, pair('1/1', '0/1')), ...times(3, pair('0/1', '1/1'))]).isTooSmall).toBe(
      false,
    );
    expect(performStratifiedTest([pair('3/3', '0/3')]).isTooSmall).toBe(true);
    expect(performStratifiedTest([pair('4/4', '0/4')]).isTooSmall).toBe(false);
    expect(performStratifiedTest(times(26, pair('3/3', '3/3')))).toMatchObject({
      p: 1,
      isTooSmall: true,
      informative: 0,
    });
  });

  it('neither overflows nor loses the smallest chances', () => {
    const many = times(5_000, pair('10/10', '0/10'));
    expect(performStratifiedTest(many)).toMatchObject({ direction: 'worse', isTooSmall: false, odds: { low: 0 } });
    expect(performStratifiedTest(many).p).toBeLessThan(1e-300);
    expect(performStratifiedTest(times(20, pair('3/3', '0/3'))).p / (2 * 20 ** -20)).toBeCloseTo(1, 9);
    const drift = [...times(600, pair('7/10', '6/10')), ...times(400, pair('9/10', '10/10'))];
    const { p, odds } = performStratifiedTest(drift);
    expect(p).toBeGreaterThan(0);
    expect([odds.low > 0, odds.high < Infinity]).toEqual([true, true]);
  });
});
