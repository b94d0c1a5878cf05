import { describe, expect, it } from 'vitest';
import type { RateChange } from '@/runner/contract';
import { emptyCounts } from '@/runner/fold';
import { headlineWords } from './trend-headline';

const rated = (passed: number, judged: number) => ({
  counts: { ...emptyCounts(), passed, failed: judged - passed },
  passRate: judged === 0 ? null : passed / judged,
});

type Trials = RateChange['before'];

/** The newest run judged as many attempts as are compared, unless `judged` says otherwise. */
function words(
  before: Trials,
  after: Trials,
  verdict: RateChange['evidence']['verdict'],
  judged = after.judged,
): string {
  return headlineWords([rated(before.passed, before.judged), rated(after.passed, judged)], {
    runId: 'base',
    cases: 6,
    edited: 0,
    before,
    after,
    interval: { low: -1, high: 1 },
    evidence: { verdict, p: 1, words: '' },
    newlyFailing: [],
    newlyFailingCount: 0,
  });
}

const of = (passed: number, judged: number): Trials => ({ passed, judged });

describe('the headline of trends', () => {
  it('says how far the rate moved, and how sure that is', () => {
    expect(words(of(18, 18), of(15, 18), 'unclear')).toBe('83%, down from 100%; could be chance');
    expect(words(of(18, 18), of(15, 18), 'too_few')).toBe('83%, down from 100%; too few attempts to tell');
    expect(words(of(4, 18), of(15, 18), 'real')).toBe('83%, up from 22%; unlikely to be chance');
  });

  it('says that nothing moved, or only single cases did', () => {
    expect(words(of(18, 18), of(18, 18), 'none')).toBe('100%, unchanged');
    expect(words(of(9, 18), of(9, 18), 'unclear')).toBe('50%, unchanged overall; could be chance');
  });

  it('tells apart rates that round to the same percent', () => {
    expect(words(of(832, 1000), of(834, 1000), 'unclear')).toBe('83.4%, up from 83.2%; could be chance');
  });

  it('names the cases that it is about where the newest run has others too', () => {
    expect(words(of(2, 2), of(2, 2), 'none', 5)).toBe('100% in the 6 cases that both runs share, unchanged');
  });

  it('is of one run where there is nothing to compare', () => {
    const run = rated(3, 4);
    expect(headlineWords([run], undefined)).toBe('75% of the attempts passed in the only run');
    expect(headlineWords([run, run], undefined)).toBe('75% of the attempts passed in the newest run');
    expect(headlineWords([rated(0, 0)], undefined)).toBe('The newest run judged nothing');
  });
});
