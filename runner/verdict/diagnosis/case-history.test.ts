import { describe, expect, it } from 'vitest';
import { assessSeriesHealth } from '../case-health/series-health.ts';
import {
  type CaseResultInRun,
  describeCaseHistory,
  type FailingCaseHistory,
  summarizeCaseHistory,
} from './case-history.ts';

/** Creates the n-th run. Each letter is an attempt: `P` passed, `F` failed. */
function run(
  n: number,
  outcome: string,
  parts: Partial<CaseResultInRun['run']> & { hash?: string } = {},
): CaseResultInRun {
  const { hash = 'h', ...setting } = parts;
  return {
    run: { runId: `run-${n}`, startedAt: n, agents: [], gitCommit: null, toolVersion: '1.0.0', ...setting },
    hash,
    passed: outcome.replaceAll('F', '').length,
    judged: outcome.length,
    isGood: false,
  };
}

function pastIn(
  now: CaseResultInRun,
  newestFirst: readonly CaseResultInRun[],
  isNewlyFailing = false,
): FailingCaseHistory | undefined {
  const runs = [now, ...newestFirst].map(({ run: setting, ...tally }) => ({
    ...setting,
    cases: new Map([['a', { ...tally, infra: 0 }]]),
  }));
  const standing = assessSeriesHealth(runs).cases.get('a');
  return standing && summarizeCaseHistory(now, newestFirst, { standing, isNewlyFailing });
}

/** Returns the earlier results of a case. `before` lists its earlier outcomes, oldest first. */
function past(before: string[], now = 'F', isNewlyFailing = false): FailingCaseHistory | undefined {
  const runs = before.map((outcome, n) => run(n, outcome));
  return pastIn(run(before.length, now), runs.toReversed(), isNewlyFailing);
}

function words(of: FailingCaseHistory | undefined): string | undefined {
  return (
    of &&
    describeCaseHistory(of, (ms) => `#${ms}`)
      .map((remark) => remark.words)
      .join('; ')
  );
}

describe('the past of a case', () => {
  it('is not there without a run before, or where none judged it', () => {
    expect(past([])).toBeUndefined();
    expect(past([''])).toBeUndefined();
  });

  it('is new after a pass, in soft words without evidence', () => {
    expect(past(['P', 'P'])).toMatchObject({ standing: { state: 'new' }, lastPassed: { runId: 'run-1' } });
    expect(words(past(['P', 'P']))).toBe('New; last passed #1');
    expect(words(past(['P', 'P'], 'F', true))).toMatch(/^Newly failing; last passed #1/);
  });

  it('is broken after a failure, since the first bad run', () => {
    expect(past(['P', 'F', 'F'])).toMatchObject({ standing: { state: 'broken' }, firstBad: { runId: 'run-1' } });
    expect(words(past(['P', 'F', 'F']))).toBe('Broken since #1; last passed #0');
    expect(words(past(['F', 'F']))).toBe('Also failed in all 2 complete runs before');
    expect(words(past(['F']))).toBe('Also failed in the complete run before');
  });

  it('is flaky where no one change explains it', () => {
    expect(past(['P', 'F', 'P'])?.standing.state).toBe('flaky');
    expect(words(past(['P', 'F', 'P']))).toBe('Passed 2 of 4: flaky; last passed #2');
    expect(past(['P'], 'FP')?.standing.state).toBe('flaky');
  });

  it('passes over runs that did not judge the case, and counts what was decided good as passed', () => {
    expect(past(['P', ''])?.standing.state).toBe('new');
    const goodRun = { ...run(0, 'PF'), isGood: true };
    expect(pastIn(run(1, 'F', { hash: 'edited' }), [goodRun])?.lastPassed).toBeDefined();
  });
});

describe('what changed in between', () => {
  const agents = (prompts: string) => [{ agentId: 'shop', parts: { prompts } }];

  it('is what differs between the run that passed and the first that did not', () => {
    const before = run(0, 'P', { agents: agents('a'), gitCommit: '1111111aaaa' });
    const after = run(1, 'F', {
      agents: agents('b'),
      gitCommit: '2222222bbbb',
      toolVersion: '1.1.0',
      hash: 'edited',
    });
    const later = run(2, 'F', { agents: agents('c'), gitCommit: '3333333cccc', hash: 'edited' });
    expect(pastIn(later, [after, before])?.changes).toEqual([
      'agent changed (prompts)',
      'case edited',
      'commit 1111111 → 2222222',
      'Turntree 1.0.0 → 1.1.0',
    ]);
  });

  it('is not said where it is not known', () => {
    const unknown = pastIn(run(1, 'F', { gitCommit: 'a' }), [run(0, 'P')]);
    expect(unknown?.changes).toBeUndefined();
    const same = pastIn(run(1, 'F', { agents: agents('a') }), [run(0, 'P', { agents: agents('a') })]);
    expect(words(same)).toMatch(/; no recorded change in between$/);
  });
});
