import { describe, expect, it } from 'vitest';
import { passRateBand } from '@/runner/verdict';
import { headlineWords } from './trend-headline';

/** Runs of ten cases from the oldest on, a day each: how many passed. */
function runs(...passes: number[]) {
  return passes.map((passed, day) => {
    const cases = Array.from({ length: 10 }, (_, place) => ({ passed: place < passed ? 1 : 0, judged: 1 }));
    return {
      startedAt: day,
      passRate: passed / 10,
      counts: { passed, failed: 10 - passed, error: 0, timeout: 0, skipped: 0, setAside: 0 },
      figures: { band: passRateBand(cases) },
    };
  });
}

const words = (...passes: number[]) => headlineWords(runs(...passes), (ms) => `day ${ms}`);

describe('the headline of trends', () => {
  it('says what happened, never how far the first run of the window lies away', () => {
    expect(words(9, 10, 10, 0, 10, 10, 0, 10, 0, 10, 10)).toBe(
      '100% now (10 of 10, likely above 66%); 4 of 11 runs broke, the last day 8; fine since day 9',
    );
    expect(words(10, 10, 10, 10)).toBe('100% now (10 of 10, likely above 66%); none of 4 runs broke');
  });

  it('says since when it is broken', () => {
    expect(words(10, 10, 0, 10, 10, 0, 0)).toBe(
      '0% now (0 of 10, likely below 34%); broken since day 5; 3 of 7 runs broke, the last time before day 2',
    );
    expect(words(10, 10, 10, 0)).toBe('0% now (0 of 10, likely below 34%); broken since day 3');
  });

  it('takes for broken what is worse than usual by more than chance, not every failure', () => {
    expect(words(6, 7, 6, 5, 6, 7, 6, 7)).toMatch(/; none of 8 runs broke$/);
    expect(words(7, 7, 6, 0, 6, 7, 6, 7)).toMatch(/; 1 of 8 runs broke, day 3; fine since day 4$/);
  });

  it('does not call a suite fine that was mended in the middle of the window', () => {
    expect(words(0, 0, 0, 0, 10, 10, 10)).toMatch(/^100% now .*; 4 of 7 runs broke, the last day 3; fine since day 4$/);
  });

  it('is of one run where there is nothing to compare', () => {
    expect(words(7)).toMatch(/^70% of the attempts passed in the only run \(7 of 10, likely \d+% to \d+%\)$/);
    expect(
      headlineWords(
        runs(5).map((run) => ({ ...run, passRate: null })),
        String,
      ),
    ).toBe('The newest run judged nothing');
    expect(headlineWords([], String)).toBe('The newest run judged nothing');
  });
});
