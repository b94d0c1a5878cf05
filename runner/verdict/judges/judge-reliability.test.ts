import { describe, expect, it } from 'vitest';
import type { AgentValidation, CaseResult, CheckpointResult, ResultByKind } from '../../contract/index.ts';
import { caseResult } from '../../testing/finished-run.ts';
import { consistencyResult } from '../../testing/measured-results.ts';
import type { MeasuredShare } from './agreement.ts';
import { findDecidingJudge } from './deciding-judge.ts';
import {
  assessJudgeReliability,
  computeFlipRate,
  isUnreliableJudge,
  type JudgeMeasurements,
} from './judge-reliability.ts';
import { listUnreliabilityReasons } from './judge-words.ts';

type Score = NonNullable<ResultByKind['consistency']['scores']>[number];
const share = (count: number, of: number, high = count / of): MeasuredShare => ({ count, of, low: 0, high });
const kappa = (low: number) => ({ value: low, low, high: 1 });
const steady: JudgeMeasurements = { flips: share(0, 100, 0.04), agreement: { kappa: kappa(0.5), bestLow: 0.9 } };

describe('how a judge stands', () => {
  it.each<[string, Partial<JudgeMeasurements>, string, number]>([
    ['steady, and people agree with it', {}, 'reliable', 0],
    ['at the most flips that are allowed', { flips: share(5, 100, 0.05) }, 'reliable', 0],
    ['beyond the most flips', { flips: share(6, 100, 0.05) }, 'unreliable', 1],
    ['steady as far as few answers say', { flips: share(0, 10, 0.3) }, 'too_few', 0],
    ['asked nothing', { flips: share(0, 0, 0) }, 'too_few', 0],
    ['steady when its texts are swapped', { swapped: share(0, 100, 0.04) }, 'reliable', 0],
    ['not steady when its texts are swapped', { swapped: share(50, 100, 0.6) }, 'unreliable', 1],
    ['hardly asked with its texts swapped', { swapped: share(0, 3, 0.7) }, 'too_few', 0],
    ['at the least agreement', { agreement: { kappa: kappa(0.4), bestLow: 0.9 } }, 'reliable', 0],
    ['below the least agreement', { agreement: { kappa: kappa(0.39), bestLow: 0.9 } }, 'unreliable', 1],
    ['below it, as full agreement would be', { agreement: { kappa: kappa(0.39), bestLow: 0.39 } }, 'too_few', 0],
    ['without agreement, though it could have', { agreement: { kappa: null, bestLow: 0.4 } }, 'unreliable', 1],
    ['without agreement, which it could not have', { agreement: { kappa: null, bestLow: 0.3 } }, 'too_few', 0],
    [
      'bad in every way',
      { flips: share(1, 2), swapped: share(1, 2), agreement: { kappa: null, bestLow: 1 } },
      'unreliable',
      3,
    ],
  ])('%s', (_what, parts, standing, reasons) => {
    const judge = { ...steady, ...parts };
    expect(assessJudgeReliability(judge)).toBe(standing);
    expect(isUnreliableJudge({ standing: assessJudgeReliability(judge) })).toBe(standing === 'unreliable');
    expect(listUnreliabilityReasons(judge)).toHaveLength(reasons);
  });

  it('counts the answers that differ, and has an interval over the things that were asked about', () => {
    const [one, many] = [
      computeFlipRate([{ answers: 4, flips: 1 }]),
      computeFlipRate(Array(20).fill({ answers: 4, flips: 1 })),
    ];
    expect(one).toMatchObject({ count: 1, of: 4 });
    expect(many).toMatchObject({ count: 20, of: 80 });
    expect(one.low).toBeLessThan(0.25);
    expect(one.high).toBeGreaterThan(many.high);
    expect(computeFlipRate([])).toMatchObject({ count: 0, of: 0 });
    expect(computeFlipRate([{ answers: 0, flips: 0 }])).toMatchObject({ count: 0, of: 0 });
  });
});

describe('the judge that decided an attempt', () => {
  const validation = (passed: boolean): AgentValidation => ({ passed, reason: '', use: 'j', criteria: 'kind' });
  const judgedResult = (passed: boolean) => ({
    type: 'agent' as const,
    status: passed ? ('passed' as const) : ('failed' as const),
    agentValidation: validation(passed),
  });
  const check = (status: 'passed' | 'failed') => ({ type: 'contains' as const, status });
  const point = (parts: Partial<CheckpointResult>): CheckpointResult => ({
    id: 'c',
    after: [],
    required: true,
    reached: true,
    outOfOrderAtTurns: [],
    passed: true,
    ...parts,
  });
  const question = { judge: 'j', model: '', criterion: '"kind"' };
  const failed = { status: 'failed' } as const;

  it.each<[string, Partial<CaseResult>, boolean | undefined]>([
    ['passed it', { assertions: [judgedResult(true)] }, true],
    ['failed it', { ...failed, assertions: [judgedResult(false)] }, false],
    ['passed it beside checks that held', { assertions: [check('passed'), judgedResult(true)] }, true],
    ['passed it, and a check failed it', { ...failed, assertions: [check('failed'), judgedResult(true)] }, undefined],
    ['failed it, as a check did', { ...failed, assertions: [check('failed'), judgedResult(false)] }, undefined],
    ['failed it, and it passed', { assertions: [judgedResult(false)] }, undefined],
    ['was one of two', { assertions: [judgedResult(true), judgedResult(true)] }, undefined],
    ['was none', { assertions: [check('passed')] }, undefined],
    ['gave no verdict', { ...failed, assertions: [{ ...judgedResult(false), status: 'error' }] }, undefined],
    ['passed an attempt that broke', { status: 'error', assertions: [judgedResult(true)] }, undefined],
    ['passed its checkpoint', { checkpoints: [point({ agentValidation: validation(true) })] }, true],
    [
      'passed a checkpoint that was not reached all the same',
      { ...failed, checkpoints: [point({ passed: false, agentValidation: validation(true) })] },
      undefined,
    ],
    [
      'failed its checkpoint',
      { ...failed, checkpoints: [point({ passed: false, agentValidation: validation(false) })] },
      false,
    ],
    [
      'was asked beside a checkpoint without a judge that was missed',
      { ...failed, assertions: [judgedResult(false)], checkpoints: [point({ passed: false })] },
      undefined,
    ],
    [
      'was asked about a checkpoint that need not be reached',
      { checkpoints: [point({ required: false, agentValidation: validation(true) })] },
      undefined,
    ],
  ])('%s', (_what, parts, isReliable) => {
    expect(findDecidingJudge(caseResult(parts))).toEqual(
      isReliable === undefined ? undefined : { ...question, held: isReliable },
    );
  });

  it('goes by its metric where answers are compared', () => {
    const score = { metric: 'similarity', position: 0, score: 1, passed: true, choice: 'A' };
    const of = (scores: Score[], parts: Partial<ResultByKind['consistency']> = {}) =>
      findDecidingJudge(consistencyResult({ status: 'passed', scores, ...parts }));
    expect(of([score])).toEqual({ judge: 'similarity', model: '', criterion: 'null', held: true });
    expect(of([{ ...score, passed: false }], { status: 'failed' })).toMatchObject({ held: false });
    expect(of([{ ...score, error: 'no answer' }])).toBeUndefined();
    expect(of([{ metric: 'exact', position: 0, score: 1, passed: true }])).toBeUndefined();
  });

  it('is told with its model and its criterion, where there are some', () => {
    const assertion = { ...judgedResult(true), agentValidation: { passed: true, reason: '', connector: 'gpt' } };
    expect(findDecidingJudge(caseResult({ assertions: [assertion] }))).toEqual({
      judge: 'judge',
      model: 'gpt',
      criterion: 'null',
      held: true,
    });
  });
});
