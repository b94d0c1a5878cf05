import { describe, expect, it } from 'vitest';
import type { CaseResult, CaseStatus, Fault, RunOptions } from '../contract/index.ts';
import type { RunConclusionInput, RunState } from '../fold/index.ts';
import { caseResult, finishedRun } from '../testing/finished-run.ts';
import { consistencyResult } from '../testing/measured-results.ts';
import { createRunEvaluator } from './conclude-run.ts';

const judge = createRunEvaluator();
const itsOwnEnd: RunConclusionInput = { cancelled: undefined, setupError: undefined, overspent: undefined };
const fault = (parts: Partial<Fault> = {}): Fault => ({
  by: 'infra',
  kind: 'server',
  severity: 'critical_hindered',
  rule: '',
  evidence: '',
  confidence: 'certain',
  ...parts,
});
const createState = (statuses: readonly CaseStatus[], options: Partial<RunOptions> = {}): RunState => {
  const { state } = finishedRun(statuses.map((status, place) => caseResult({ id: `C${place}`, status })));
  return { ...state, ...(state.options === undefined ? {} : { options: { ...state.options, ...options } }) };
};

describe('an attempt', () => {
  it.each<[Partial<CaseResult>, boolean]>([
    [{ status: 'error', fault: fault() }, true],
    [{ status: 'timeout', fault: fault({ by: 'simulator' }) }, true],
    [{ status: 'error', fault: fault({ by: 'judge' }) }, true],
    [{ status: 'error', fault: fault({ by: 'user_code' }) }, true],
    [{ status: 'error', fault: fault({ by: 'agent' }) }, false],
    [{ status: 'error', fault: fault({ by: 'case' }) }, false],
    [{ status: 'error', fault: fault({ confidence: 'likely' }) }, false],
    [{ status: 'error' }, false],
    [{ status: 'passed', fault: fault() }, false],
    [{ status: 'skipped', fault: fault() }, false],
  ])('that is %j is tried again: %s', (parts, isRetried) => {
    expect(judge.deservesRetry(caseResult(parts))).toBe(isRetried);
  });

  it.each<[CaseResult, boolean]>([
    [caseResult({ status: 'failed' }), true],
    [caseResult({ status: 'skipped' }), false],
    [caseResult(), false],
    [caseResult({ status: 'failed', setAside: 'quarantine' }), false],
    [consistencyResult({ score: 0.1 }), false],
    [consistencyResult({ status: 'error', error: 'no answer' }), true],
    [consistencyResult({ assertions: [{ type: 'tool_called', status: 'failed' }], status: 'failed' }), true],
  ])('is a fault whatever accuracy is asked for: %#', (result, isFault) => {
    expect(judge.isFault(result)).toBe(isFault);
  });
});

describe('a run', () => {
  const halfPassed: CaseStatus[] = ['passed', 'failed'];
  const shard = { index: 1, total: 2, plan: 'plan' };

  it.each<[string, RunState, object]>([
    ['whole, and failed', createState(halfPassed), { outcome: 'failed', exitCode: 1, missed: ['failures'] }],
    ['a part that failed', createState(halfPassed, { shard }), { outcome: 'failed', exitCode: 1 }],
    [
      'a part of a run whose gate says how much may fail',
      createState(halfPassed, { shard, gates: { minPassRate: 0.9 } }),
      { outcome: 'passed', exitCode: 0, reason: '1 failed; "turntree merge" judges the whole run' },
    ],
    [
      'a part of a run without any case',
      createState(['skipped'], { shard, gates: { minPassRate: 0.9 } }),
      { exitCode: 1 },
    ],
    ['a part that passed', createState(['passed'], { shard }), { outcome: 'passed', reason: 'all passed' }],
    [
      'whole, and reaches its gate',
      createState(halfPassed, { gates: { minPassRate: 0.5 } }),
      { outcome: 'passed', exitCode: 0 },
    ],
  ])('that is %s', (_what, state, expected) => {
    expect(judge.conclude(state, itsOwnEnd)).toMatchObject({
      passRate: state.counts.passed === 0 ? null : expect.any(Number),
      ...expected,
    });
  });

  it('that was stopped is neither, and one that has a baseline is compared with it', () => {
    expect(judge.conclude(createState(halfPassed), { ...itsOwnEnd, cancelled: { by: 'SIGINT' } })).toMatchObject({
      outcome: 'cancelled',
    });
    const conclusion = createRunEvaluator(() => createState(['passed', 'passed'])).conclude(
      createState(halfPassed),
      itsOwnEnd,
    );
    expect(conclusion.change).toMatchObject({ cases: 2, before: { passed: 2 }, after: { passed: 1 } });
    expect(createRunEvaluator(() => undefined).conclude(createState(halfPassed), itsOwnEnd).change).toBeUndefined();
  });

  it('says in its exit code what went wrong only where that is asked for', () => {
    const exitCodeFor = (statuses: readonly CaseStatus[], options?: Partial<RunOptions>) =>
      judge.conclude(createState(statuses, options), itsOwnEnd).exitCode;
    const detailed = { exitCodes: 'detailed' } as const;
    expect([exitCodeFor(['error', 'passed']), exitCodeFor(['error', 'passed'], detailed)]).toEqual([1, 3]);
    expect([exitCodeFor(['error', 'failed'], detailed), exitCodeFor(['skipped'], detailed)]).toEqual([1, 5]);
  });
});
