import { describe, expect, it } from 'vitest';
import type { CaseHealthRun } from './case-health-run.ts';
import { assessSeriesHealth } from './series-health.ts';
import { listSeriesRemarks } from './series-remarks.ts';
import { summarizeSeries } from './series-summary.ts';

/**
 * Describes a series of runs with these cases. Each text has the outcomes of one case, oldest run first. `I` is an
 * infrastructure failure, `.` means that the run did not contain the case.
 */
function describeSeries(cases: Readonly<Record<string, string>>): { state: string; words: string } {
  const count = Object.values(cases)[0]?.length ?? 0;
  const runs = Array.from({ length: count }, (_, place): CaseHealthRun => {
    const outcomes = Object.entries(cases).filter(([, text]) => text[place] !== '.');
    return {
      runId: `run-${place}`,
      startedAt: place,
      agents: [],
      gitCommit: null,
      cases: new Map(
        outcomes.map(([id, text]) => {
          const letter = text[place];
          return [id, { hash: 'h', passed: letter === 'P' ? 1 : 0, judged: 1, infra: letter === 'I' ? 1 : 0 }];
        }),
      ),
    };
  }).toReversed();
  const summary = summarizeSeries(runs, assessSeriesHealth(runs));
  const remarks = listSeriesRemarks(summary, {}, (ms) => `#${ms}`);
  return { state: summary.state, words: remarks.map(({ words }) => words).join('; ') };
}

const ids = Array.from({ length: 10 }, (_, place) => `c${place}`);
const every = (outcomes: string, others: Readonly<Record<string, string>> = {}) => ({
  ...Object.fromEntries(ids.map((id) => [id, outcomes])),
  ...others,
});

describe('the sentence of a series', () => {
  it('says that everything passes', () => {
    expect(describeSeries(every('PPPP'))).toEqual({ state: 'fine', words: 'All 10 cases pass' });
    expect(describeSeries({ only: 'PP' })).toEqual({ state: 'fine', words: 'The only case passes' });
  });

  it('names a case that broke in the newest run, and the run', () => {
    expect(describeSeries(every('PPPP', { c3: 'PPPF' }))).toEqual({ state: 'new', words: 'Broken since #3: `c3`' });
  });

  it('keeps cases that never passed apart from those that broke', () => {
    expect(describeSeries(every('PPPP', { c1: 'FFFF', c2: 'PPFF' }))).toEqual({
      state: 'broken',
      words: 'Broken since #2: `c2`; `c1` never passed in 4 runs',
    });
  });

  it('calls a total failure of the infrastructure an outage, not ten broken or flaky cases', () => {
    expect(describeSeries(every('PPPI'))).toMatchObject({ state: 'outage' });
    expect(describeSeries(every('PPPI')).words).toBe('Outage since #3: infrastructure failures hit 10 cases together');
  });

  it('says nothing of an outage that is over', () => {
    expect(describeSeries(every('PPIP'))).toEqual({ state: 'fine', words: 'All 10 cases pass' });
  });

  it('says what failed before an outage began', () => {
    expect(describeSeries(every('PPPI', { c1: 'PFFI' })).words).toContain('Outage since #3');
    expect(describeSeries(every('PPPI', { c1: 'PFFI' })).words).toContain('; broken since #1: `c1`');
  });

  it('counts most cases that broke together as one break', () => {
    expect(describeSeries(every('PPFF', { c9: 'PPPP' }))).toEqual({
      state: 'broken',
      words: 'Broken since #2: 9 of 10 cases',
    });
  });

  it('does not call a flaky case broken that failed last', () => {
    expect(describeSeries(every('PPPPPP', { c4: 'PFPPFP' }))).toMatchObject({ state: 'flaky', words: '`c4` is flaky' });
    expect(describeSeries(every('PPPPPP', { c4: 'PFPPPF' }))).toMatchObject({ state: 'flaky', words: '`c4` is flaky' });
  });

  it('leaves out a failing case that the suite no longer has', () => {
    expect(describeSeries(every('PPPP', { gone: 'PFF.' }))).toEqual({ state: 'fine', words: 'All 10 cases pass' });
  });

  it('adds the cause and the changes only where something fails', () => {
    const runs = [{ runId: 'r', startedAt: 0, agents: [], gitCommit: null, cases: new Map() }];
    const summary = summarizeSeries(runs, assessSeriesHealth(runs));
    const context = { cause: { headline: 'No call of `a`', cases: 1 }, changes: ['prompts changed'] };
    expect(listSeriesRemarks(summary, context, String)).toEqual([{ words: 'The newest run has no verdicts' }]);
    const broken = {
      ...summary,
      cases: 5,
      failing: [{ ids: ['a', 'b', 'c'], since: { runId: 'r', startedAt: 0 }, neverPassed: false }],
    };
    expect(listSeriesRemarks(broken, context, String).map(({ words }) => words)).toEqual([
      'Broken since 0: 3 of 5 cases',
      'no call of `a` (1 case)',
      'prompts changed',
    ]);
    const named = { cause: { headline: 'HTTP 503 at T2', cases: 3 } };
    expect(listSeriesRemarks(broken, named, String).at(-1)?.words).toBe('HTTP 503 at T2');
  });
});
