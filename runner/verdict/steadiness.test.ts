import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { oneSidedBounds } from './statistics/clopper-pearson.ts';
import { steadinessOf } from './steadiness.ts';

/** Runs with the newest first, as letters: `PPF PPP` are three attempts each. */
const runs = (letters: string) =>
  letters
    .split(' ')
    .filter((run) => run !== '')
    .map((run) => ({ passed: run.replaceAll('F', '').length, judged: run.length }));
const repeat = (count: number, run: string) => Array.from({ length: count }, () => run).join(' ');

describe('the steadiness of a case', () => {
  it.each([
    [repeat(14, 'P'), 'always_passes', 'always passes (14 of 14)'],
    [repeat(5, 'PPP'), 'always_passes', 'always passes (15 of 15)'],
    [repeat(14, 'F'), 'always_fails', 'always fails (0 of 14 passed)'],
    [repeat(13, 'P'), 'unknown', '13 of 13: could be anything above 79%'],
    [repeat(3, 'P'), 'unknown', '3 of 3: could be anything above 37%'],
    [repeat(3, 'F'), 'unknown', '0 of 3: could be anything below 63%'],
    ['', 'unknown', 'never judged'],
    ['P F P', 'flaky', 'passed 2 of 3: flaky'],
    [`PPF ${repeat(4, 'PPP')}`, 'flaky', 'passed 14 of 15: flaky'],
    [`P ${repeat(9, 'F')} P`, 'flaky', 'passed 2 of 11: flaky'],
  ])('%s, the newest run first, is %s', (letters, name, words) => {
    expect(steadinessOf(runs(letters))).toMatchObject({ class: name, words });
  });

  it('is not flaky if it broke and stays broken, or was fixed and stays so', () => {
    expect(steadinessOf(runs(`FF FF ${repeat(9, 'PP')}`))).toMatchObject({
      ...{ class: 'unknown', turned: 'broke', passed: 0, judged: 4 },
      words: 'failing since it broke: 0 of 4: could be anything below 53%',
    });
    expect(steadinessOf(runs(`${repeat(14, 'P')} FFF`))).toMatchObject({
      ...{ class: 'always_passes', turned: 'fixed', judged: 14 },
      words: 'passing since it was fixed: always passes (14 of 14)',
    });
  });

  it('looks at the newest fifty attempts, and never at half a run', () => {
    expect(steadinessOf(runs(`${repeat(50, 'P')} F`))).toMatchObject({ class: 'always_passes', judged: 50 });
    expect(steadinessOf(runs(repeat(9, 'PPPPPPPP'))).judged).toBe(48);
    expect(steadinessOf(runs('P'.repeat(200))).judged).toBe(200);
  });
});

describe('exact one-sided bounds', () => {
  it.each([
    [3, 3, 0.3684, 1],
    [14, 14, 0.8074, 1],
    [0, 14, 0, 0.1926],
    // C. Clopper and E. Pearson's two-sided interval at 90% has these ends: 5 of 10, as tables print it.
    [5, 10, 0.2224, 0.7776],
    [8, 10, 0.4931, 0.9632],
    [0, 0, 0, 1],
  ])('of %i of %i are as published', (successes, trials, low, high) => {
    const bounds = oneSidedBounds(successes, trials);
    expect(bounds.low).toBeCloseTo(low, 4);
    expect(bounds.high).toBeCloseTo(high, 4);
  });

  it('hold the share that was seen', () => {
    const tally = fc
      .integer({ min: 1, max: 60 })
      .chain((trials) => fc.tuple(fc.integer({ min: 0, max: trials }), fc.constant(trials)));
    fc.assert(
      fc.property(tally, ([successes, trials]) => {
        const { low, high } = oneSidedBounds(successes, trials);
        return low <= successes / trials && successes / trials <= high;
      }),
    );
  });
});
