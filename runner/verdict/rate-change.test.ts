import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CaseComparison } from './compare-runs.ts';
import { verdictOf } from './exit-code.ts';
import { isRegression, rateChange, realChanges } from './rate-change.ts';
import { rateChangeWords } from './rate-change-words.ts';
import type { Trials } from './statistics/fisher-exact.ts';

const before = { runId: 'run-1', cases: 0, passRate: null };

function compared(id: string, was: Trials, is: Trials, parts: Partial<CaseComparison> = {}): CaseComparison {
  const standing = (trials: Trials) =>
    ({ status: trials.passed === trials.judged ? 'passed' : 'failed', ...trials }) as const;
  const change = was.passed > 0 && is.passed === 0 ? 'newly_failing' : 'same';
  return {
    suiteKey: 's',
    id,
    change,
    edited: false,
    regressed: false,
    before: standing(was),
    after: standing(is),
    ...parts,
  };
}

const once = (passed: number): Trials => ({ passed, judged: 1 });
const repeat = (count: number, was: Trials, is: Trials, name = 'case') =>
  Array.from({ length: count }, (_, place) => compared(`${name}-${place + 1}`, was, is));

describe('the change since a baseline', () => {
  it('is shown by six cases of one attempt that fail now, and by no fewer', () => {
    const steady = repeat(20, once(1), once(1));
    const five = rateChange({ before, cases: [...repeat(5, once(1), once(0), 'bad'), ...steady] });
    expect([five.evidence.verdict, isRegression(five)]).toEqual(['too_few', false]);
    const six = rateChange({ before, cases: [...repeat(6, once(1), once(0), 'bad'), ...steady] });
    expect([six.evidence.verdict, isRegression(six)]).toEqual(['real', true]);
    expect(six.newlyFailing.map(({ id }) => id)).toEqual(['bad-1', 'bad-2', 'bad-3', 'bad-4', 'bad-5', 'bad-6']);
    expect(rateChangeWords(six)).toMatch(
      /^100\.0% → 76\.9% of 26 cases \(-23\.1 points, likely -0\.3 or lower\): really worse: unlikely to be chance \(p = 0\.031\)$/,
    );
  });

  it('is not a regression when as many got better, or all did', () => {
    const better = rateChange({ before, cases: repeat(9, once(0), once(1)) });
    expect([better.evidence.verdict, isRegression(better)]).toEqual(['real', false]);
  });

  it('has an interval that agrees with its verdict, and no end that says nothing', () => {
    const tally = fc.record({ judged: fc.integer({ min: 1, max: 5 }), failed: fc.integer({ min: 0, max: 5 }) });
    const trials = tally.map(({ judged, failed }) => ({ judged, passed: Math.max(0, judged - failed) }));
    fc.assert(
      fc.property(fc.array(fc.tuple(trials, trials), { minLength: 1, maxLength: 30 }), (pairs) => {
        const cases = pairs.map(([was, is], place) => compared(String(place), was, is));
        const { evidence, interval } = rateChange({ before, cases });
        expect(interval.low > 0 || interval.high < 0).toBe(evidence.verdict === 'real');
        expect([interval.low >= -1, interval.high <= 1]).toEqual([true, true]);
      }),
    );
    const words = (was: Trials, is: Trials) => rateChangeWords(rateChange({ before, cases: repeat(12, was, is) }));
    expect(words(once(1), once(1))).toBe('100.0% → 100.0% of 12 cases (0.0 points): no case changed');
    expect(words(once(0), once(1))).toMatch(/\(\+100\.0 points, likely \+\d\.\d or higher\): really better/);
  });

  it('is seen in few cases of several attempts, which sums of attempts do not show', () => {
    const never = { passed: 0, judged: 3 };
    const always = { passed: 3, judged: 3 };
    const cases = [
      ...repeat(3, always, never, 'bad'),
      ...repeat(10, always, always),
      ...repeat(13, never, never, 'hard'),
    ];
    const change = rateChange({ before, cases });
    expect(change.evidence).toMatchObject({ verdict: 'real', p: expect.closeTo(2.5e-4, 9) });
    expect(rateChange({ before, cases: repeat(1, always, never) }).evidence).toMatchObject({
      verdict: 'too_few',
      words: '1 case that only sometimes passes cannot show a trend; ask with more runs',
    });
  });

  it('is shown by one case of many attempts, counting how many cases were looked at', () => {
    const dropped = compared('bad', { passed: 10, judged: 10 }, { passed: 3, judged: 10 });
    const steady = repeat(9, { passed: 10, judged: 10 }, { passed: 10, judged: 10 });
    const change = rateChange({ before, cases: [dropped, ...steady] });
    expect(change.newlyFailing).toMatchObject([{ id: 'bad', real: true }]);
    expect(isRegression(change)).toBe(true);
    // The same drop among two hundred cases is one that chance brings about.
    const many = repeat(199, { passed: 10, judged: 10 }, { passed: 10, judged: 10 });
    expect(rateChange({ before, cases: [dropped, ...many] }).newlyFailing).toEqual([]);
  });

  it('names the cases that really changed, whichever way, but no edited ones', () => {
    const [all, few] = [
      { passed: 10, judged: 10 },
      { passed: 2, judged: 10 },
    ];
    const cases = [
      compared('worse', all, few),
      compared('better', few, all),
      compared('edited', all, few, { edited: true }),
      compared('once', once(1), once(0)),
      compared('same', all, all),
    ];
    expect([...realChanges(cases)].map(({ id }) => id)).toEqual(['worse', 'better']);
    // By chance alone, one of two hundred cases of ten attempts drops from nine to four.
    const chance = compared('chance', { passed: 9, judged: 10 }, { passed: 4, judged: 10 });
    expect(realChanges([chance, ...repeat(199, all, all)]).size).toBe(0);
  });

  it('leaves out cases that were edited, or judged in one run only', () => {
    const change = rateChange({
      before,
      cases: [
        ...repeat(8, once(1), once(0)).map((each) => ({ ...each, edited: true })),
        compared('skipped', once(1), { passed: 0, judged: 0 }),
        compared('same', once(1), once(1)),
      ],
    });
    expect(change).toMatchObject({ cases: 1, edited: 8, newlyFailing: [] });
    expect(rateChangeWords(rateChange({ before, cases: [] }))).toBe('no case in common');
  });

  it('says what is new of the agent', () => {
    const change = rateChange({ before, cases: repeat(2, once(1), once(1)), agentChanged: ['prompts'] });
    expect(rateChangeWords(change)).toMatch(/: no case changed; agent changed \(prompts\)$/);
    expect(rateChangeWords(rateChange({ before, cases: [], agentChanged: [] }))).toBe('no case in common');
  });

  it('keeps fifty names of a catastrophe and counts the others', () => {
    const change = rateChange({ before, cases: repeat(60, once(1), once(0)) });
    expect([change.newlyFailing.length, change.newlyFailingCount]).toEqual([50, 60]);
  });

  it('never calls a run worse that passed as often in every case', () => {
    const trials = fc.record({ passed: fc.integer({ min: 0, max: 8 }) }).map(({ passed }) => ({ passed, judged: 8 }));
    const cases = fc.array(fc.tuple(trials, fc.integer({ min: 0, max: 8 })), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(cases, (pairs) => {
        const change = rateChange({
          before,
          cases: pairs.map(([was, more], place) =>
            compared(String(place), was, { passed: Math.min(8, was.passed + more), judged: 8 }),
          ),
        });
        return !isRegression(change);
      }),
      { numRuns: 30 },
    );
  });
});

describe('the gate on regressions', () => {
  const counts = { passed: 20, failed: 6, error: 0, timeout: 0, skipped: 0 };
  const worse = rateChange({ before, cases: [...repeat(6, once(1), once(0), 'bad'), ...repeat(20, once(1), once(1))] });

  it('fails a run that is worse, naming the run and the cases, also where a minimum lets it pass', () => {
    const gates = { minPassRate: 0.5, failOnRegression: true };
    const { exitCode, reason } = verdictOf({ counts, rows: [], gates, change: worse });
    expect(exitCode).toBe(1);
    expect(reason).toMatch(/^worse than run run-1: 100\.0% → 76\.9% .*; newly failing: bad-1, bad-2, .*, bad-6$/);
  });

  it('does nothing unless asked for, and nothing where there is no baseline', () => {
    expect(verdictOf({ counts, rows: [], gates: { minPassRate: 0.5 }, change: worse }).exitCode).toBe(0);
    expect(verdictOf({ counts, rows: [], gates: { minPassRate: 0.5, failOnRegression: true } }).exitCode).toBe(0);
  });
});
