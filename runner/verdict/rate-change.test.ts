import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CaseStatus, RateChange } from '../contract/index.ts';
import { type CaseRow, caseKey, emptyRunState, type RunState } from '../fold/index.ts';
import { compareRuns, type RunComparison } from './compare-runs.ts';
import { computeRateChange, isRegression } from './rate-change.ts';
import { describeRateChange } from './rate-change-words.ts';
import { concludeRunVerdict } from './run-verdict.ts';
import type { TrialCounts } from './statistics/fisher-exact.ts';

type Case = { id: string; was: TrialCounts; is: TrialCounts; edited?: boolean; older?: TrialCounts };

function side(runId: string, cases: readonly Case[], which: 'was' | 'is'): RunState {
  const rows = cases.map(({ id, edited, [which]: { passed, judged } }): CaseRow => {
    const attempts = Array.from({ length: Math.max(1, judged) }, (_, place) => ({ attempt: place + 1, turns: 1 }));
    const placeStatus = (place: number): CaseStatus => {
      if (judged === 0) return 'skipped';
      return place < passed ? 'passed' : 'failed';
    };
    return {
      suiteKey: 's',
      id,
      kind: 'standard',
      hash: edited === true ? which : 'same',
      attempts: attempts.map((attempt, place) => ({ ...attempt, status: placeStatus(place) })),
    };
  });
  return { ...emptyRunState(runId), rows };
}

function comparison(cases: readonly Case[]): RunComparison {
  const older = new Map(
    cases.flatMap(({ id, older: trials }) => (trials ? [[caseKey('s', id), trials] as const] : [])),
  );
  return compareRuns({ ...side('run-1', cases, 'was'), older }, side('run-2', cases, 'is'));
}

const measureChange = (cases: readonly Case[]): RateChange => computeRateChange(comparison(cases));
const realIn = (cases: readonly Case[]): string[] =>
  comparison(cases).cases.flatMap(({ id, real }) => (real ? [id] : []));
const caseWithTrials = (
  id: string,
  oldTrials: TrialCounts,
  newTrials: TrialCounts,
  fields: Partial<Case> = {},
): Case => ({
  id,
  was: oldTrials,
  is: newTrials,
  ...fields,
});
const once = (passed: number): TrialCounts => ({ passed, judged: 1 });
const repeat = (count: number, oldTrials: TrialCounts, newTrials: TrialCounts, name = 'case') =>
  Array.from({ length: count }, (_, place) => caseWithTrials(`${name}-${place + 1}`, oldTrials, newTrials));

describe('the change since a baseline', () => {
  it('is shown by six cases of one attempt that fail now, and by no fewer', () => {
    const steady = repeat(20, once(1), once(1));
    const five = measureChange([...repeat(5, once(1), once(0), 'bad'), ...steady]);
    expect([five.evidence.verdict, isRegression(five)]).toEqual(['too_few', false]);
    const six = measureChange([...repeat(6, once(1), once(0), 'bad'), ...steady]);
    expect([six.evidence.verdict, isRegression(six)]).toEqual(['real', true]);
    expect(six.newlyFailing).toEqual([]);
    expect(six.failedThisTime.map(({ id }) => id)).toEqual(['bad-1', 'bad-2', 'bad-3', 'bad-4', 'bad-5', 'bad-6']);
    expect(describeRateChange(six)).toMatch(
      /^100\.0% → 76\.9% of 26 cases: really worse: unlikely to be chance \(p = 0\.031\); the true drop is likely 0\.3 points or more$/,
    );
  });

  it('is not a regression when as many got better, or all did', () => {
    const better = measureChange(repeat(9, once(0), once(1)));
    expect([better.evidence.verdict, isRegression(better)]).toEqual(['real', false]);
  });

  it('has an interval that agrees with its verdict, and no end that says nothing', { tags: 'thorough' }, () => {
    const tally = fc.record({ judged: fc.integer({ min: 1, max: 5 }), failed: fc.integer({ min: 0, max: 5 }) });
    const trials = tally.map(({ judged, failed }) => ({ judged, passed: Math.max(0, judged - failed) }));
    fc.assert(
      fc.property(fc.array(fc.tuple(trials, trials), { minLength: 1, maxLength: 30 }), (pairs) => {
        const cases = pairs.map(([oldTrials, newTrials], place) => caseWithTrials(String(place), oldTrials, newTrials));
        const { evidence, interval } = measureChange(cases);
        expect(interval.low > 0 || interval.high < 0).toBe(evidence.verdict === 'real');
        expect([interval.low >= -1, interval.high <= 1]).toEqual([true, true]);
      }),
    );
    const words = (oldTrials: TrialCounts, newTrials: TrialCounts) =>
      describeRateChange(measureChange(repeat(12, oldTrials, newTrials)));
    expect(words(once(1), once(1))).toBe('100.0% → 100.0% of 12 cases: no case changed');
    expect(words(once(0), once(1))).toMatch(/: really better.*; the true rise is likely \d\.\d points or more$/);
  });

  it('is seen in few cases of several attempts, which sums of attempts do not show', () => {
    const never = { passed: 0, judged: 3 };
    const always = { passed: 3, judged: 3 };
    const cases = [
      ...repeat(3, always, never, 'bad'),
      ...repeat(10, always, always),
      ...repeat(13, never, never, 'hard'),
    ];
    const change = measureChange(cases);
    expect(change.evidence).toMatchObject({ verdict: 'real', p: expect.closeTo(2.5e-4, 9) });
    expect(measureChange(repeat(1, always, never)).evidence).toMatchObject({
      verdict: 'too_few',
      words: '1 case with both outcomes cannot show a trend; run more attempts',
    });
  });

  it('is shown by one case of many attempts, counting how many cases were looked at', () => {
    const dropped = caseWithTrials('bad', { passed: 10, judged: 10 }, { passed: 3, judged: 10 });
    const steady = repeat(9, { passed: 10, judged: 10 }, { passed: 10, judged: 10 });
    const change = measureChange([dropped, ...steady]);
    expect(change.newlyFailing).toMatchObject([{ id: 'bad', real: true }]);
    expect(isRegression(change)).toBe(true);
    // Among two hundred cases, a drop of this size is expected by chance.
    const many = repeat(199, { passed: 10, judged: 10 }, { passed: 10, judged: 10 });
    expect(measureChange([dropped, ...many]).newlyFailing).toEqual([]);
  });

  it('names the cases that really changed, whichever way, but no edited ones', () => {
    const [all, fewTrials] = [
      { passed: 10, judged: 10 },
      { passed: 2, judged: 10 },
    ];
    const cases = [
      caseWithTrials('worse', all, fewTrials),
      caseWithTrials('better', fewTrials, all),
      caseWithTrials('edited', all, fewTrials, { edited: true }),
      caseWithTrials('once', once(1), once(0)),
      caseWithTrials('same', all, all),
    ];
    expect(realIn(cases)).toEqual(['worse', 'better']);
    // One of two hundred cases with ten attempts each drops from nine passes to four by chance.
    const chance = caseWithTrials('chance', { passed: 9, judged: 10 }, { passed: 4, judged: 10 });
    expect(realIn([chance, ...repeat(199, all, all)])).toEqual([]);
  });

  it('leaves out cases that were edited, or judged in one run only', () => {
    const change = measureChange([
      ...repeat(8, once(1), once(0)).map((each) => ({ ...each, edited: true })),
      caseWithTrials('skipped', once(1), { passed: 0, judged: 0 }),
      caseWithTrials('same', once(1), once(1)),
    ]);
    expect(change).toMatchObject({ cases: 1, edited: 8, newlyFailing: [], failedThisTime: [] });
    expect(describeRateChange(measureChange([]))).toBe('no case in common');
  });

  it('says when the run before is the best of several, and not looked at for the first time', () => {
    const same = comparison(repeat(2, once(1), once(1)));
    const words = (selection: RunComparison['selection']) =>
      describeRateChange(computeRateChange({ ...same, selection }));
    expect(words({ bestOf: 10 })).toMatch(
      /: no case changed; the earlier run had the highest pass rate of 10 complete runs of this suite and agent$/,
    );
    expect(words({ looks: 2 })).toMatch(/; the 2nd run compared with it$/);
    expect(words({ bestOf: 3, looks: 11 })).toMatch(
      / of 3 complete runs of this suite and agent; the 11th run compared with it$/,
    );
  });

  it('says what is new of the agent', () => {
    const same = comparison(repeat(2, once(1), once(1)));
    const changed = computeRateChange({ ...same, agentChanged: ['prompts'] });
    expect(describeRateChange(changed)).toMatch(/: no case changed; agent changed \(prompts\)$/);
    expect(describeRateChange(computeRateChange(same))).toMatch(/: no case changed$/);
  });

  it('keeps fifty names of a catastrophe and counts the others', () => {
    const change = measureChange(repeat(60, once(1), once(0)));
    expect([change.failedThisTime.length, change.failedThisTimeCount]).toEqual([50, 60]);
  });

  it('never calls a run worse that passed as often in every case', () => {
    const trials = fc.record({ passed: fc.integer({ min: 0, max: 8 }) }).map(({ passed }) => ({ passed, judged: 8 }));
    const cases = fc.array(fc.tuple(trials, fc.integer({ min: 0, max: 8 })), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(cases, (pairs) => {
        const more = pairs.map(([was, by], place) =>
          caseWithTrials(String(place), was, { passed: Math.min(8, was.passed + by), judged: 8 }),
        );
        return !isRegression(measureChange(more));
      }),
      { numRuns: 30 },
    );
  });
});

describe('a case that failed this time and passed last time', () => {
  const steady = repeat(25, once(1), once(1));

  it('is newly failing only where older runs of the series are evidence', () => {
    const alone = measureChange([caseWithTrials('bad', once(1), once(0)), ...steady]);
    expect(alone).toMatchObject({ newlyFailing: [], failedThisTime: [{ id: 'bad', real: false }] });
    const three = { passed: 3, judged: 3 };
    const broken = { passed: 0, judged: 3 };
    const change = measureChange([
      caseWithTrials('bad', three, broken, { older: { passed: 47, judged: 47 } }),
      ...steady,
    ]);
    expect(change.newlyFailing).toMatchObject([{ id: 'bad', real: true, earlier: { passed: 47, judged: 47 } }]);
    expect([change.failedThisTime, isRegression(change), change.evidence.verdict]).toEqual([[], true, 'too_few']);
    expect(measureChange([caseWithTrials('bad', three, broken), ...steady]).newlyFailing).toEqual([]);
  });

  it('is not newly failing if it failed as often in the baseline, or in older runs', () => {
    const failed = { passed: 0, judged: 3 };
    const older = { passed: 47, judged: 47 };
    expect(measureChange([caseWithTrials('bad', failed, failed, { older }), ...steady]).newlyFailing).toEqual([]);
    const lucky = caseWithTrials('hard', { passed: 3, judged: 3 }, failed, { older: { passed: 4, judged: 47 } });
    expect(measureChange([lucky, ...steady])).toMatchObject({ newlyFailing: [], failedThisTime: [{ id: 'hard' }] });
  });
});

describe('the gate on regressions', () => {
  const counts = { passed: 20, failed: 6, error: 0, timeout: 0, skipped: 0 };
  const worse = measureChange([...repeat(6, once(1), once(0), 'bad'), ...repeat(20, once(1), once(1))]);

  it('fails a run that is worse, naming the run and the cases, also where a minimum lets it pass', () => {
    const gates = { minPassRate: 0.5, failOnRegression: true };
    const { exitCode, reason } = concludeRunVerdict({ counts, rows: [], gates, change: worse });
    expect(exitCode).toBe(1);
    expect(reason).toMatch(/^worse than run run-1: 100\.0% → 76\.9% .*; new failures: bad-1, bad-2, .*, bad-6$/);
  });

  it('names the cases first where only they are evidence', () => {
    const older = { passed: 47, judged: 47 };
    const three = { passed: 3, judged: 3 };
    const badCase = caseWithTrials('bad', three, { passed: 0, judged: 3 }, { older });
    const change = measureChange([badCase, ...repeat(25, three, three)]);
    const { reason } = concludeRunVerdict({
      counts,
      rows: [],
      gates: { minPassRate: 0.5, failOnRegression: true },
      change,
    });
    expect(reason).toMatch(
      /^worse than run run-1: newly failing: bad; all cases: 100\.0% → 96\.2% .* cannot show a trend/,
    );
  });

  it('does nothing unless asked for, and nothing where there is no baseline', () => {
    expect(concludeRunVerdict({ counts, rows: [], gates: { minPassRate: 0.5 }, change: worse }).exitCode).toBe(0);
    expect(concludeRunVerdict({ counts, rows: [], gates: { minPassRate: 0.5, failOnRegression: true } }).exitCode).toBe(
      0,
    );
  });
});
