import { describe, expect, it } from 'vitest';
import type { CaseResult, CheckpointResult, Fault, Turn } from '../contract/index.ts';
import { caseResult } from '../testing/finished-run.ts';
import { consistencyResult, experimentResult } from '../testing/measured-results.ts';
import { isJudgedByAccuracy, isJudgedByScores, toFinishedRowFields } from './case-kind-rows.ts';
import { countFaults, summarizeFaults, toFaultHintKey } from './fault-counts.ts';
import { hasActualValue } from './has-actual-value.ts';
import { computeRunDurationMs } from './run-duration.ts';
import { emptyRunState } from './run-state.ts';
import {
  computeDistanceFromRange,
  formatRange,
  isInRange,
  parseScorerAgentId,
  reachesThreshold,
} from './score-range.ts';
import { formatStateChange } from './state-text.ts';
import { joinSuites } from './suites.ts';
import { formatUnjudgedParts, mentionsUncheckedCalls } from './unjudged-text.ts';

const turn: Turn = {
  turn: 1,
  origin: 'case',
  input: 'hi',
  output: 'hello',
  startedAt: 1,
  durationMs: 5,
  checkpointsReached: [],
};
const checkpoint = (checkpointFields: Partial<CheckpointResult>): CheckpointResult => ({
  id: 'c',
  after: [],
  required: true,
  reached: false,
  outOfOrderAtTurns: [],
  passed: false,
  ...checkpointFields,
});
const checked = { type: 'contains', status: 'failed' } as const;
const fault = (faultFields: Partial<Fault> = {}): Fault => ({
  by: 'infra',
  kind: 'server',
  severity: 'critical_hindered',
  rule: '',
  evidence: '',
  confidence: 'certain',
  ...faultFields,
});

describe('the row of an attempt that has ended', () => {
  it.each<[string, CaseResult, object]>([
    ['one turn of a standard case', caseResult(), { turns: 1, status: 'passed' }],
    ['none of one that was skipped', caseResult({ status: 'skipped', reason: 'later' }), { turns: 0, reason: 'later' }],
    ['the turns of a conversation', caseResult({ kind: 'dynamic', turns: [turn, { ...turn, turn: 2 }] }), { turns: 2 }],
    ['that a conversation never began', caseResult({ kind: 'dynamic', checkpoints: [] }), { turns: 0, pips: {} }],
    ['nothing more of a script', caseResult({ kind: 'script' }), { turns: 0 }],
    ['the figures of answers', consistencyResult(), { samples: 3, verdicts: 3, score: 0.5, metrics: [{ score: 0.5 }] }],
    ['that a check failed', consistencyResult({ assertions: [checked] }), { checkFailed: true }],
    [
      'the scores of a row',
      experimentResult(),
      { verdicts: 2, score: 0.6, cells: [{ metric: 'politeness', score: 0.95, passed: true }, { metric: 'language' }] },
    ],
    [
      'the beginning of a long error',
      caseResult({ status: 'error', error: 'x'.repeat(400) }),
      { error: 'x'.repeat(300) },
    ],
    [
      'what nothing judged',
      caseResult({ unjudged: { calls: [{ name: 'save', turn: 1 }], endedBeforeDone: false } }),
      { unjudged: '1 call not covered by any assertion: save' },
    ],
    ['whose fault it was', caseResult({ status: 'error', fault: fault() }), { fault: { by: 'infra', kind: 'server' } }],
  ])('says %s', (_what, result, expected) => {
    expect(toFinishedRowFields(result)).toMatchObject(expected);
  });

  it('says nothing of a check that did not fail, or was not made', () => {
    const passed = consistencyResult({ assertions: [{ ...checked, status: 'passed' }] });
    for (const result of [passed, consistencyResult({ status: 'skipped', assertions: [checked] })]) {
      expect(toFinishedRowFields(result)).not.toHaveProperty('checkFailed');
    }
    expect(toFinishedRowFields(caseResult())).toMatchObject({ phase: undefined });
    for (const key of ['error', 'reason', 'fault', 'hints', 'unjudged', 'pips'])
      expect(toFinishedRowFields(caseResult())).not.toHaveProperty(key);
  });

  it.each<[Partial<CheckpointResult>, object | undefined]>([
    [{}, undefined],
    [{ outOfOrderAtTurns: [2, 4] }, { state: 'out_of_order', turn: 4 }],
    [
      { reached: true, reachedAtTurn: 3, outOfOrderAtTurns: [2] },
      { state: 'reached', turn: 3 },
    ],
    [{ invariant: 'not_judged', reachedAtTurn: 3 }, undefined],
    [{ invariant: 'kept' }, { state: 'kept', turn: 1 }],
    [
      { invariant: 'kept', reachedAtTurn: 5 },
      { state: 'kept', turn: 5 },
    ],
    [
      { invariant: 'broken', brokenAtTurn: 2, reachedAtTurn: 5 },
      { state: 'broken', turn: 2 },
    ],
  ])('shows of the checkpoint %j: %j', (checkpointFields, dot) => {
    const { pips } = toFinishedRowFields(
      caseResult({ kind: 'dynamic', turns: [], checkpoints: [checkpoint(checkpointFields)] }),
    );
    expect(pips).toEqual(dot === undefined ? {} : { c: dot });
  });

  it.each([
    ['standard', false, false],
    ['dynamic', false, false],
    ['script', false, false],
    ['consistency', true, false],
    ['experiment', false, true],
  ] as const)('of the kind %s is measured: %s, scored: %s', (kind, isMeasured, isScored) => {
    expect([isJudgedByAccuracy({ kind }), isJudgedByScores({ kind })]).toEqual([isMeasured, isScored]);
  });
});

describe('faults', () => {
  it('are counted by whose they are, and not where they count for nothing', () => {
    const results = [
      { fault: fault() },
      { fault: fault() },
      { fault: fault({ by: 'judge' }) },
      {},
      { fault: fault(), setAside: 'quarantine' as const },
    ];
    expect(countFaults(results)).toEqual({ infra: 2, judge: 1 });
  });

  it('that are only likely are hints', () => {
    const likelyFault = fault({ confidence: 'likely', by: 'judge', kind: 'undecided', turn: 2 });
    expect(summarizeFaults({ faults: [fault(), likelyFault] })).toEqual({
      fault: undefined,
      hints: [{ by: 'judge', kind: 'undecided' }],
    });
    expect(summarizeFaults({ fault: fault(), faults: [fault()] })).toEqual({
      fault: { by: 'infra', kind: 'server' },
      hints: undefined,
    });
    expect([toFaultHintKey(likelyFault), toFaultHintKey(fault())]).toEqual(['judge undecided 2', 'infra server 0']);
  });
});

describe('a score', () => {
  const range = { min: 0.2, max: 0.8 };

  it.each([
    [0.2, true, 0],
    [0.8, true, 0],
    [0.2 - 1e-10, true, 0],
    [0.8 + 1e-10, true, 0],
    // Scores that are slightly too low, but within the rounding tolerance.
    [range.min - 1e-9, true, 0],
    [range.max + 1e-9, true, 0],
    [0.1, false, -0.1],
    [1, false, 0.2],
    [null, false, null],
    [Number.NaN, false, null],
    [Number.POSITIVE_INFINITY, false, null],
  ])('of %s lies in its range: %s, at the distance %s', (score, lies, distance) => {
    expect(isInRange(score, range)).toBe(lies);
    const actualDistance = computeDistanceFromRange(score, range);
    if (distance === null || actualDistance === null) expect(actualDistance).toBe(distance);
    else expect(actualDistance).toBeCloseTo(distance);
  });

  it('has a range, an agent, and reaches a threshold that rounding alone keeps it from', () => {
    expect(formatRange(range)).toBe('0.2-0.8');
    expect([parseScorerAgentId('agent:a.b'), parseScorerAgentId('agents:a'), parseScorerAgentId('exact')]).toEqual([
      'a.b',
      'a',
      undefined,
    ]);
    expect([
      reachesThreshold(0.5, 0.5),
      reachesThreshold(0.4999999, 0.5),
      reachesThreshold(0.49, 0.5),
      reachesThreshold(null, 0),
    ]).toEqual([true, true, false, false]);
  });
});

describe('words that every output shares', () => {
  it('tell a change of the state', () => {
    const change = { path: 'cart[0]', before: 1, after: { a: 2 } };
    expect(formatStateChange({ ...change, kind: 'added' })).toBe('cart[0] added: {"a":2}');
    expect(formatStateChange({ ...change, kind: 'removed' })).toBe('cart[0] removed: 1');
    expect(formatStateChange({ ...change, kind: 'changed' })).toBe('cart[0]: 1 → {"a":2}');
    expect(formatStateChange({ kind: 'added', path: 'x' })).toBe('x added: null');
  });

  it('tell what nothing judged, and what a check saw', () => {
    const call = (name: string) => ({ name, turn: 1 });
    expect(formatUnjudgedParts({ calls: [call('a'), call('b'), call('a')], endedBeforeDone: true })).toBe(
      '3 calls not covered by any assertion: a ×2, b; stopped at the last checkpoint; simulator goal not yet achieved',
    );
    expect(formatUnjudgedParts({ calls: [], endedBeforeDone: false })).toBe('');
    const text = (names: string[]) => formatUnjudgedParts({ calls: names.map(call), endedBeforeDone: true });
    expect([['a'], ['a', 'b'], []].map(text).map(mentionsUncheckedCalls)).toEqual([true, true, false]);
    const check = { type: 'equals', status: 'failed' } as const;
    expect([
      hasActualValue(check),
      hasActualValue({ ...check, expected: 1 }),
      hasActualValue({ ...check, actual: null }),
    ]).toEqual([false, true, true]);
  });

  it('join suites, each agent once', () => {
    expect(joinSuites([])).toMatchObject({ agentId: '' });
    const suites = [
      { key: 'a', agentId: 'x', connector: 'gpt' },
      { key: 'b', agentId: 'y', agentPath: 'p' },
      { key: 'c', agentId: 'x', connector: 'gpt' },
    ];
    expect(joinSuites(suites)).toEqual({ agentId: 'x, y', agentPath: 'p', connector: 'gpt' });
  });

  it('tell how long a run took, as far as it is known', () => {
    const attempts = [
      { attempt: 1, status: 'passed' as const, turns: 1, startedAt: 120, durationMs: 30 },
      { attempt: 2, status: 'running' as const, turns: 0, startedAt: 140 },
      { attempt: 3, status: 'queued' as const, turns: 0 },
    ];
    const rows = [{ suiteKey: 's', id: 'A', kind: 'standard' as const, hash: '', attempts }];
    const state = { ...emptyRunState('r'), rows };
    expect(computeRunDurationMs(state)).toBe(0);
    expect(computeRunDurationMs({ ...state, startedAt: 100 })).toBe(50);
    expect(computeRunDurationMs({ ...state, startedAt: 100, finishedAt: 400 })).toBe(300);
    expect(computeRunDurationMs({ ...emptyRunState('r'), startedAt: 100 })).toBe(0);
  });
});
