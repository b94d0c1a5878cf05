import { describe, expect, it } from 'vitest';
import type { AnnouncedCaseByKind, CaseKind, CaseStatus } from '../contract/index.ts';
import type { AttemptRow, AttemptRowByKind, CaseRow } from '../fold/index.ts';
import { countStatuses } from '../fold/index.ts';
import { concludeRunVerdict, createCancelledVerdict, type RunEnding } from './run-verdict.ts';

/** Creates the end of a run that has these attempts of the cases `A`, `B`, `C` … */
function ending(cases: readonly (readonly CaseStatus[])[], parts: Partial<RunEnding> = {}): RunEnding {
  const rows = cases.map(
    (statuses, position): CaseRow => ({
      suiteKey: 'tests/suite.jsonl',
      id: String.fromCharCode(65 + position),
      kind: 'standard',
      hash: '',
      attempts: statuses.map((status, index) => ({ attempt: index + 1, status, turns: 1 })),
    }),
  );
  return { rows, counts: countStatuses(cases.flat()), ...parts };
}

describe('the verdict', () => {
  it('says when rows were run and none could be scored', () => {
    const cell = { metric: 'tone', score: null, passed: false, notScorable: true as const };
    const attempt = { attempt: 1, status: 'skipped' as const, turns: 1, cells: [cell] };
    const row: CaseRow = { suiteKey: 't.csv#tone', id: 'A', kind: 'experiment', hash: '', attempts: [attempt] };
    const counts = countStatuses(['skipped']);
    expect(concludeRunVerdict({ rows: [row], counts })).toMatchObject({
      outcome: 'failed',
      exitCode: 1,
      reason: 'no row could be scored',
    });
    expect(concludeRunVerdict({ rows: [row], counts, detailed: true }).exitCode).toBe(5);
  });

  it('passes only when something was judged and nothing went wrong', () => {
    expect(concludeRunVerdict(ending([['passed'], ['passed'], ['skipped']]))).toMatchObject({
      outcome: 'passed',
      exitCode: 0,
    });
    expect(concludeRunVerdict(ending([['skipped']]))).toMatchObject({
      outcome: 'failed',
      exitCode: 1,
      reason: 'nothing was run',
    });
    expect(concludeRunVerdict(ending([['passed'], ['failed'], ['error'], ['error'], ['timeout']]))).toMatchObject({
      outcome: 'failed',
      exitCode: 1,
      reason: '1 failed, 2 errors, 1 timeout',
    });
  });

  it('is 130 or 143 for a run that was stopped, by its signal', () => {
    expect(createCancelledVerdict({ by: 'SIGINT' })).toMatchObject({ outcome: 'cancelled', exitCode: 130 });
    expect(createCancelledVerdict({ by: 'SIGTERM' })).toMatchObject({ outcome: 'cancelled', exitCode: 143 });
  });
});

describe('a minimum pass rate', () => {
  const halfPassed = [
    ['passed', 'passed'],
    ['passed', 'failed'],
    ['timeout', 'error'],
  ] as const;

  it('is of all attempts, and lets the others go', () => {
    expect(concludeRunVerdict(ending(halfPassed, { gates: { minPassRate: 0.5 } }))).toMatchObject({
      outcome: 'passed',
      exitCode: 0,
      reason: 'the pass rate reaches its threshold of 50%: 1 failed, 1 error, 1 timeout',
    });
    expect(concludeRunVerdict(ending(halfPassed, { gates: { minPassRate: 0.555 } }))).toMatchObject({
      outcome: 'failed',
      exitCode: 1,
      reason: 'pass rate 50% (3 of 6 passed) below 55.5%',
    });
  });

  it('may be asked of every case', () => {
    const reason = '1 case below 50%: C (0 of 2 passed)';
    expect(concludeRunVerdict(ending(halfPassed, { gates: { minCasePassRate: 0.5 } }))).toMatchObject({
      exitCode: 1,
      reason,
    });
    expect(concludeRunVerdict(ending(halfPassed.slice(0, 2), { gates: { minCasePassRate: 0.5 } }))).toMatchObject({
      exitCode: 0,
    });
  });

  it('needs something that was judged', () => {
    expect(concludeRunVerdict(ending([['skipped']], { gates: { minPassRate: 0 } })).reason).toBe('nothing was run');
  });
});

describe('a minimum accuracy', () => {
  const three = [['passed'], ['passed'], ['failed']] as const;

  it('is the share of attempts that passed, and lets the others go', () => {
    expect(concludeRunVerdict(ending(three, { gates: { minAccuracy: 0.6 } }))).toMatchObject({
      outcome: 'passed',
      exitCode: 0,
      reason: 'the accuracy reaches its threshold: 1 failed',
    });
    expect(concludeRunVerdict(ending(three, { gates: { minAccuracy: 0.7 } }))).toMatchObject({
      outcome: 'failed',
      exitCode: 1,
      reason: 'Average accuracy 0.6667 below threshold 0.7000',
    });
  });

  it('is met by a rate that misses it by no more than rounding', () => {
    const gate = (minAccuracy: number) => concludeRunVerdict(ending(three, { gates: { minAccuracy } })).exitCode;
    expect([gate(2 / 3), gate(0.66666700001), gate(0.66667)]).toEqual([0, 0, 1]);
  });

  it('counts broken and late attempts as wrong ones', () => {
    const run = ending([['passed'], ['error'], ['timeout']], { gates: { minAccuracy: 0.5 } });
    expect(concludeRunVerdict(run)).toMatchObject({
      exitCode: 1,
      reason: 'Average accuracy 0.3333 below threshold 0.5000',
    });
  });

  it('with mode all asks every case for it, over its attempts', () => {
    const cases = [
      ['passed', 'passed'],
      ['passed', 'failed'],
      ['failed', 'failed'],
      ['skipped', 'skipped'],
    ] as const;
    const gate = (minAccuracy: number) =>
      concludeRunVerdict(ending(cases, { gates: { minAccuracy, thresholdMode: 'all' } })).reason;
    expect(gate(0.6)).toBe('2 test(s) below threshold 0.6000: B: 0.5000, C: 0.0000');
    expect(gate(0.5)).toBe('1 test(s) below threshold 0.5000: C: 0.0000');
    expect(concludeRunVerdict(ending(cases, { gates: { minAccuracy: 0, thresholdMode: 'all' } })).exitCode).toBe(0);
  });

  it('names ten cases and counts the rest', () => {
    const cases = Array.from({ length: 12 }, () => ['failed'] as const);
    const { reason } = concludeRunVerdict(ending(cases, { gates: { minAccuracy: 1, thresholdMode: 'all' } }));
    expect(reason).toMatch(/^12 test\(s\) below threshold 1\.0000: A: 0\.0000, .*J: 0\.0000 and 2 more$/);
  });

  it('is never met when nothing was judged', () => {
    expect(concludeRunVerdict(ending([['skipped']], { gates: { minAccuracy: 0 } }))).toMatchObject({ exitCode: 1 });
  });
});

describe('a tool that answers must call', () => {
  const measured = (id: string, parts: Partial<AttemptRowByKind['consistency']>): CaseRow => ({
    suiteKey: 'sales.agent.yml',
    id,
    kind: 'consistency',
    hash: '',
    attempts: [
      {
        attempt: 1,
        status: parts.checkFailed === true ? 'failed' : 'passed',
        turns: 0,
        metrics: [{ type: 'similarity', kind: 'accuracy', score: 1, records: 2 }],
        ...parts,
      },
    ],
  });
  const verdict = (rows: CaseRow[], parts: Partial<RunEnding> = {}) =>
    concludeRunVerdict({
      rows,
      counts: countStatuses(
        rows.flatMap(({ attempts }) => attempts.map(({ checkFailed }) => (checkFailed === true ? 'failed' : 'passed'))),
      ),
      ...parts,
    });

  it('says what was measured where a threshold of accuracy has none to look at', () => {
    const recall = measured('recall', {
      metrics: [{ type: 'context_recall', kind: 'recall', score: 0.1, records: 1 }],
    });
    expect(verdict([recall], { gates: { minAccuracy: 0.9 } })).toMatchObject({
      exitCode: 0,
      reason: 'no test measured an accuracy',
    });
  });

  it('fails the run whatever the accuracy is, as a low accuracy without a threshold does not', () => {
    const low = measured('low', {});
    const unchecked = measured('unchecked', { checkFailed: true });
    expect(verdict([low])).toMatchObject({
      exitCode: 0,
      reason: 'no case could fail: the cases were only measured, and --min-accuracy is not given',
    });
    expect(verdict([low, unchecked])).toMatchObject({
      outcome: 'failed',
      exitCode: 1,
      reason: 'tool check failed: unchecked',
    });
    expect(verdict([unchecked], { gates: { minAccuracy: 0.9 }, detailed: true })).toMatchObject({
      exitCode: 1,
      reason: 'tool check failed: unchecked',
    });
  });
});

describe('what a run says beside its verdict', () => {
  type Announced = AnnouncedCaseByKind[CaseKind];
  const row = (id: string, parts: Partial<AttemptRow>, of: Partial<Announced> = {}): CaseRow => {
    const announcedCase: Announced = { suiteKey: 's', id, kind: 'standard', hash: '', ...of };
    return { ...announcedCase, attempts: [{ attempt: 1, status: 'passed', turns: 1, ...parts }] };
  };
  const verdictOn = (rows: CaseRow[], parts: Partial<RunEnding> = {}) =>
    concludeRunVerdict({
      rows,
      counts: countStatuses(
        rows.flatMap(({ attempts }) =>
          attempts.map(({ status }) => (status === 'queued' || status === 'running' ? 'skipped' : status)),
        ),
      ),
      ...parts,
    });

  it('names the cases of each decision', () => {
    const rows = [
      row('A', { decision: 'good' }),
      row('B', { decision: 'bad', status: 'failed' }),
      row('C', { decision: 'inconclusive' }),
      row('D', { decision: 'bad', status: 'failed' }),
    ];
    expect(verdictOn(rows)).toMatchObject({
      exitCode: 1,
      reason: '2 bad: B, D, 1 inconclusive: C',
      missed: ['failures'],
    });
    expect(verdictOn([row('B', { decision: 'bad', status: 'error' })], { detailed: true }).exitCode).toBe(1);
    expect(verdictOn([row('C', { decision: 'inconclusive', status: 'error' })], { detailed: true }).exitCode).toBe(3);
    expect(verdictOn([row('A', { decision: 'good' })])).toMatchObject({ exitCode: 0, reason: '1 good in 1 attempt' });
  });

  it('finds what nothing judged, and what checks nothing, only where that is asked for', () => {
    const rows = [
      row('A', { unjudged: '1 call' }),
      row('B', {}, { checksNothing: true }),
      row('C', { status: 'skipped' }, { checksNothing: true }),
      row('D', {}),
    ];
    const gates = { failOnUnjudged: true };
    expect(verdictOn(rows, { gates })).toMatchObject({
      missed: ['unjudged'],
      reason: 'unjudged: A (1 call), B (checks nothing)',
    });
    expect(verdictOn(rows)).toMatchObject({ exitCode: 0, missed: [] });
    expect(verdictOn([row('D', {})], { gates })).toMatchObject({ exitCode: 0, missed: [] });
  });

  it('says why nothing counts', () => {
    expect(verdictOn([row('A', { status: 'skipped' })]).reason).toBe('nothing was run');
    const setAside = row('A', { status: 'failed', setAside: 'quarantine' }, { setAside: 'quarantine' });
    expect(verdictOn([setAside], { counts: { ...countStatuses([]), setAside: 1 } }).reason).toBe(
      'nothing that counts was run: 1 quarantined (1 failed)',
    );
    const cells = [{ metric: 'tone', score: null, passed: false, notScorable: true as const }];
    const scored = row('A', { status: 'skipped', cells }, { kind: 'experiment' });
    expect(verdictOn([scored, row('B', { status: 'skipped', cells: [] }, { kind: 'experiment' })]).reason).toBe(
      'no row could be scored',
    );
  });

  it('says whether broken machinery, wrong answers or nothing at all made it fail', () => {
    const exitCodeFor = (...statuses: CaseStatus[]) =>
      concludeRunVerdict({ ...ending([statuses]), detailed: true }).exitCode;
    expect([
      exitCodeFor('error'),
      exitCodeFor('timeout'),
      exitCodeFor('failed', 'error'),
      exitCodeFor('failed'),
      exitCodeFor('skipped'),
    ]).toEqual([3, 3, 1, 1, 5]);
    const missed = concludeRunVerdict({
      ...ending([['passed', 'passed']], { gates: { minPassRate: 1.1 } }),
      detailed: true,
    });
    expect(missed).toMatchObject({ outcome: 'failed', exitCode: 1 });
  });
});

describe('failing on flaky cases', () => {
  it.each<[CaseStatus[], string | undefined]>([
    [['passed', 'failed'], 'A (1 of 2 passed)'],
    [['passed', 'error', 'passed'], 'A (2 of 3 passed)'],
    [['passed', 'timeout'], 'A (1 of 2 passed)'],
    [['passed', 'skipped'], undefined],
    [['failed', 'timeout'], undefined],
    [['passed', 'passed'], undefined],
  ])('finds of %j: %s', (statuses, flaky) => {
    const { missed, reason } = concludeRunVerdict(ending([statuses], { gates: { failOnFlaky: true, minPassRate: 0 } }));
    expect(missed).toEqual(flaky === undefined ? [] : ['flaky']);
    if (flaky !== undefined) expect(reason).toBe(`flaky: ${flaky}`);
  });

  const flaky = [['passed', 'failed', 'passed'], ['failed', 'failed', 'failed'], ['passed']] as const;

  it('names the cases that sometimes passed', () => {
    expect(concludeRunVerdict(ending(flaky, { gates: { failOnFlaky: true, minAccuracy: 0.1 } }))).toMatchObject({
      outcome: 'failed',
      exitCode: 1,
      reason: 'flaky: A (2 of 3 passed)',
    });
    expect(concludeRunVerdict(ending(flaky, { gates: { failOnFlaky: true } })).reason).toBe(
      '4 failed, flaky: A (2 of 3 passed)',
    );
  });

  it('changes nothing when every case has one attempt', () => {
    expect(concludeRunVerdict(ending([['passed'], ['passed']], { gates: { failOnFlaky: true } })).exitCode).toBe(0);
  });
});

describe('detailed exit codes', () => {
  const code = (...cases: (readonly CaseStatus[])[]) => concludeRunVerdict(ending(cases, { detailed: true })).exitCode;

  it('tell wrong answers, broken machinery and empty runs apart', () => {
    expect(code(['passed'])).toBe(0);
    expect(code(['passed'], ['failed'], ['error'])).toBe(1);
    expect(code(['passed'], ['error'], ['timeout'])).toBe(3);
    expect(code(['skipped'])).toBe(5);
  });

  it('are 1 for a gate that was missed by wrong answers', () => {
    const run = ending([['passed'], ['failed']], { detailed: true, gates: { minAccuracy: 0.9 } });
    expect(concludeRunVerdict(run).exitCode).toBe(1);
  });
});
