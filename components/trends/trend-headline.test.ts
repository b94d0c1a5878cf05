import { describe, expect, it } from 'vitest';
import { computePassRateInterval } from '@/runner/verdict';
import { writeHeadline } from './trend-headline';

const knownCounts = { turns: 10, tokens: 0, cost: 0, score: 0, elicited: 0 };

/** Builds one run per day, oldest first; each number says how many of ten cases passed in a run. */
function runs(...passes: number[]) {
  return passes.map((passed, day) => {
    const cases = Array.from({ length: 10 }, (_, index) => ({ passed: index < passed ? 1 : 0, judged: 1 }));
    return {
      runId: `run-${day}`,
      startedAt: day,
      passRate: passed / 10,
      counts: { passed, failed: 10 - passed, error: 0, timeout: 0, skipped: 0, setAside: 0 },
      figures: { band: computePassRateInterval(cases), score: null, known: knownCounts },
    };
  });
}

/** Returns the headline for runs whose cases are unknown. */
const words = (...passes: number[]) => tell(runs(...passes));
const unknown = { from: 0, rows: [] };

function tell(
  of: Parameters<typeof writeHeadline>[0]['runs'],
  headlineFields: Partial<Parameters<typeof writeHeadline>[0]> = {},
): string {
  return writeHeadline({ runs: of, cases: unknown, events: [], ...headlineFields }, (ms) => `day ${ms}`);
}

describe('the headline of trends', () => {
  it('says what happened, never how far the first run of the window lies away', () => {
    expect(words(9, 10, 10, 0, 10, 10, 0, 10, 0, 10, 10)).toBe(
      '100% now (10 of 10, likely above 66%); 4 of 11 runs broke, the last day 8; fine since day 9',
    );
    expect(words(10, 10, 10, 10)).toBe('100% now (10 of 10, likely above 66%); no breakage in 4 runs');
  });

  it('says since when it is broken', () => {
    expect(words(10, 10, 0, 10, 10, 0, 0)).toBe(
      '0% now (0 of 10, likely below 34%); broken since day 5; 3 of 7 runs broke, most recently before that on day 2',
    );
    expect(words(10, 10, 10, 0)).toBe('0% now (0 of 10, likely below 34%); broken since day 3');
  });

  it('takes for broken what is worse than usual by more than chance, not every failure', () => {
    expect(words(6, 7, 6, 5, 6, 7, 6, 7)).toMatch(/; no breakage in 8 runs$/);
    expect(words(7, 7, 6, 0, 6, 7, 6, 7)).toMatch(/; 1 of 8 runs broke, day 3; fine since day 4$/);
  });

  it('does not call a suite fine that was mended in the middle of the window', () => {
    expect(words(0, 0, 0, 0, 10, 10, 10)).toMatch(/^100% now .*; 4 of 7 runs broke, the last day 3; fine since day 4$/);
  });

  it('takes what fell together, and cases that are not flaky, for what broke', () => {
    const flaky = { state: 'flaky', passed: 3, judged: 6, bounds: { low: 0, high: 1 } } as const;
    const cases = {
      from: 0,
      rows: [
        { cells: 'FPFPPF', passed: 3, standing: flaky },
        { cells: 'PPFPPP', passed: 5 },
        { cells: 'PPFP5P', passed: 4 },
      ],
    };
    const trendRuns = runs(8, 9, 7, 9, 9, 8);
    expect(tell(trendRuns, { cases })).toMatch(/; 1 of 6 runs broke, day 2; fine since day 3$/);
    const events = [{ runs: [{ runId: 'run-4', startedAt: 4 }] }];
    expect(tell(trendRuns, { cases, events })).toMatch(/; 2 of 6 runs broke, the last day 4; fine since day 5$/);
  });

  it('does not call a suite fine while cases fail that never passed, or that are broken', () => {
    const neverPassed = { cells: 'FFFFFF', passed: 0 };
    const broken = { state: 'broken', passed: 2, judged: 4, bounds: { low: 0, high: 1 } } as const;
    const fell = { cells: 'PPFPPP', passed: 5 };
    const rows = [fell, neverPassed, { cells: '...TTE', passed: 0 }, { cells: 'PPFF..', passed: 2, standing: broken }];
    const trendRuns = runs(8, 9, 7, 9, 9, 8);
    expect(tell(trendRuns, { cases: { from: 0, rows } })).toMatch(
      /; 2 of 6 runs broke, the last day 3; no new breakage since day 4; 3 cases fail$/,
    );
    expect(tell(trendRuns, { cases: { from: 0, rows: [fell, neverPassed] } })).toMatch(
      /; 1 of 6 runs broke, day 2; no new breakage since day 3; 1 case fails$/,
    );
    expect(tell(trendRuns, { cases: { from: 0, rows: [neverPassed] } })).toMatch(
      /; no new breakage in 6 runs; 1 case fails$/,
    );
  });

  it('calls a suite fine whose only case without a pass was never judged', () => {
    const rows = [
      { cells: 'PPFPPP', passed: 5 },
      { cells: '......', passed: 0 },
    ];
    expect(tell(runs(8, 9, 7, 9, 9, 8), { cases: { from: 0, rows } })).toMatch(/; fine since day 3$/);
  });

  it('says so where nothing passes', () => {
    const cases = { from: 0, rows: [{ cells: 'FFF', passed: 0 }] };
    expect(tell(runs(0, 0, 0), { cases })).toMatch(/; no case has passed in these 3 runs$/);
  });

  it('is of scores where all attempts have them', () => {
    const scores = [0.99, 0.97, 0.81];
    const scoredRuns = runs(10, 10, 10).map((run, index) => {
      const figures = { band: run.figures.band, score: scores[index] ?? null, known: { ...knownCounts, score: 10 } };
      return { ...run, figures };
    });
    expect(tell(scoredRuns)).toBe('Mean score 0.81 now; 0.81 to 0.99 in 3 runs');
    expect(tell(scoredRuns.slice(-1))).toBe('Mean score 0.81 now');
  });

  it('is of one run where there is nothing to compare', () => {
    expect(words(7)).toMatch(/^70% of the attempts passed in the only run \(7 of 10, likely \d+% to \d+%\)$/);
    expect(
      writeHeadline({ runs: runs(5).map((run) => ({ ...run, passRate: null })), cases: unknown, events: [] }, String),
    ).toBe('The newest run has no verdicts');
    expect(tell([])).toBe('The newest run has no verdicts');
  });
});
