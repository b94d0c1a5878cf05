import { describe, expect, it } from 'vitest';
import type { CaseResult, RunEvent, RunEventBody, Turn } from '../contract/index.ts';
import { caseResult } from '../testing/finished-run.ts';
import { consistencyResult } from '../testing/measured-results.ts';
import { type AttemptState, createAttemptFold, emptyAttemptState, reduceAttempt } from './attempt-state.ts';
import { listCheckpoints } from './list-checkpoints.ts';

const key = { suiteKey: 's.jsonl', caseId: 'A', attempt: 1 };
const turn: Turn = {
  turn: 1,
  origin: 'case',
  input: 'hi',
  output: 'hello',
  startedAt: 1,
  durationMs: 5,
  checkpointsReached: [],
};
const fault = {
  by: 'infra',
  kind: 'server',
  severity: 'critical_hindered',
  rule: '',
  evidence: '',
  confidence: 'certain',
} as const;
const assertion = { type: 'contains', status: 'passed' } as const;
const tool = { turn: 1, call: 1, tool: 'save' };
const [sample, score] = [consistencyResult().samples?.[0], consistencyResult().scores?.[0]];

type Body = RunEventBody;
/**
 * Folds these events, at times 1, 2, 3 …, with both implementations of the fold, and checks that the results are equal.
 */
function folded(...bodies: Body[]): AttemptState {
  const events = bodies.map((body, index): RunEvent => ({ v: 1, runId: 'r', seq: index + 1, at: index + 1, ...body }));
  const fold = createAttemptFold(key);
  for (const event of events) fold.apply(event);
  const state = events.reduce(reduceAttempt, emptyAttemptState(key));
  expect(fold.state()).toEqual(state);
  return state;
}

describe('the state of an attempt', () => {
  it.each<[Body['type'], Body[], Partial<AttemptState>]>([
    ['case.started', [{ type: 'case.started', ...key }], { status: 'running', startedAt: 1 }],
    [
      'phase.started',
      [{ type: 'phase.started', ...key, turn: 2, phase: 'judge' }],
      { phase: { turn: 2, phase: 'judge', since: 1 }, waits: [{ turn: 2, phase: 'judge', startedAt: 1 }] },
    ],
    [
      'turn.started',
      [{ type: 'turn.started', ...key, turn: 1, origin: 'case', input: 'hi' }],
      { open: { turn: 1, origin: 'case', input: 'hi' }, turns: [] },
    ],
    [
      'turn.finished',
      [
        { type: 'turn.started', ...key, turn: 1, origin: 'case', input: 'hi' },
        { type: 'turn.finished', ...key, turn: { ...turn, output: 'early' } },
        { type: 'turn.finished', ...key, turn: { ...turn, turn: 2 } },
        { type: 'turn.finished', ...key, turn },
      ],
      { open: undefined, turns: [{ ...turn, turn: 2 }, turn] },
    ],
    [
      'tool.started',
      [{ type: 'tool.started', ...key, ...tool, arguments: 5 }],
      { tools: [{ ...tool, arguments: 5, startedAt: 1 }] },
    ],
    [
      'tool.finished',
      [
        { type: 'tool.started', ...key, ...tool, arguments: 5 },
        { type: 'tool.started', ...key, ...tool, call: 2 },
        { type: 'tool.finished', ...key, ...tool, startedAt: 1, durationMs: 7, error: 'full' },
        { type: 'tool.finished', ...key, ...tool, call: 3, startedAt: 2, durationMs: 1 },
      ],
      {
        tools: [
          { ...tool, call: 2, startedAt: 2 },
          { ...tool, arguments: 5, startedAt: 1, durationMs: 7, error: 'full' },
          { ...tool, call: 3, startedAt: 2, durationMs: 1 },
        ],
      },
    ],
    [
      'model.called',
      [
        {
          type: 'model.called',
          ...key,
          turn: 1,
          role: 'agent',
          agentId: 'a',
          connector: 'gpt',
          startedAt: 0,
          durationMs: 3,
          request: { messages: [] },
          answer: { content: '', toolCalls: [] },
        },
      ],
      { calls: [{ seq: 1, turn: 1, role: 'agent', agentId: 'a', connector: 'gpt', startedAt: 0, durationMs: 3 }] },
    ],
    [
      'checkpoint.updated',
      [{ type: 'checkpoint.updated', ...key, checkpoint: 'c', turn: 1, state: 'failed_try', message: 'lacks "c"' }],
      { checkpointChecks: [{ checkpoint: 'c', turn: 1, state: 'failed_try', message: 'lacks "c"' }] },
    ],
    ['assertion.finished', [{ type: 'assertion.finished', ...key, assertion }], { assertions: [assertion] }],
    [
      'sample.finished',
      sample === undefined ? [] : [{ type: 'sample.finished', ...key, sample }],
      { samples: sample && [sample] },
    ],
    [
      'score.finished',
      score === undefined ? [] : [{ type: 'score.finished', ...key, score }],
      { scores: score && [score] },
    ],
    ['fault.found', [{ type: 'fault.found', ...key, fault }], { faults: [fault] }],
    [
      'log.written',
      [{ type: 'log.written', ...key, source: 'script', text: 'x' }],
      { logs: [{ source: 'script', text: 'x' }] },
    ],
    ['case.decided', [{ type: 'case.decided', ...key, decision: 'good', passed: 1 }], { status: 'queued' }],
    [
      'hook.finished',
      [{ type: 'hook.finished', ...key, scope: 'case', phase: 'before', durationMs: 1 }],
      { status: 'queued' },
    ],
  ])('knows of %s', (_type, bodies, expected) => {
    expect(folded(...bodies)).toMatchObject(expected);
    expect(folded(...bodies).seq).toBe(bodies.length);
  });

  it('takes nothing of a try before with it but its result', () => {
    const broken = caseResult({ id: 'A', status: 'error' });
    const checkpointEvents: Body[] = [
      { type: 'case.started', ...key },
      { type: 'phase.started', ...key, turn: 1, phase: 'agent' },
      { type: 'turn.started', ...key, turn: 1, origin: 'case', input: 'hi' },
      { type: 'fault.found', ...key, fault },
      { type: 'case.repeated', ...key, result: broken },
    ];
    const state = folded(...checkpointEvents, { type: 'case.repeated', ...key, result: broken });
    expect(state).toMatchObject({ status: 'running', repeated: [broken, broken], faults: [], waits: [{ endedAt: 5 }] });
    expect([state.open, state.phase]).toEqual([undefined, undefined]);
  });

  it('ends with its result, and keeps what that does not say', () => {
    const openingEvents: Body[] = [
      { type: 'phase.started', ...key, turn: 1, phase: 'agent' },
      { type: 'turn.finished', ...key, turn },
      { type: 'turn.started', ...key, turn: 2, origin: 'simulator', input: 'more' },
      { type: 'fault.found', ...key, fault },
      ...(sample === undefined ? [] : [{ type: 'sample.finished' as const, ...key, sample }]),
      ...(score === undefined ? [] : [{ type: 'score.finished' as const, ...key, score }]),
      { type: 'assertion.finished', ...key, assertion },
    ];
    const result = caseResult({ id: 'A' });
    const finalState = folded(...openingEvents, { type: 'case.finished', ...key, result });
    const { status, startedAt } = result;
    expect(finalState).toMatchObject({ status, startedAt, result, assertions: [], turns: [turn], faults: [fault] });
    expect([finalState.samples, finalState.scores]).toEqual([[sample], [score]]);
    expect([finalState.open, finalState.phase]).toEqual([undefined, undefined]);
    const results: Partial<CaseResult>[] = [
      { kind: 'dynamic', turns: [], faults: [], assertions: [assertion] },
      { kind: 'consistency', samples: [] },
      { kind: 'experiment', scores: [] },
    ];
    for (const resultFields of results) {
      const endedState = folded(...openingEvents, {
        type: 'case.finished',
        ...key,
        result: caseResult({ id: 'A', ...resultFields }),
      });
      const { kind: _, ...said } = resultFields;
      expect(endedState).toMatchObject(said);
    }
  });

  it.each([{ caseId: 'B' }, { suiteKey: 'other.jsonl' }, { attempt: 2 }])('is no matter of %j', (other) => {
    expect(folded({ type: 'case.started', ...key, ...other })).toEqual(emptyAttemptState(key));
  });

  it('knows nothing of what concerns the run', () => {
    expect(folded({ type: 'cases.announced', cases: [] })).toEqual(emptyAttemptState(key));
    expect(folded({ type: 'log.written', source: 'script', text: 'x' })).toEqual(emptyAttemptState(key));
  });

  it('is changed by an event once', () => {
    const event: RunEvent = { v: 1, runId: 'r', seq: 1, at: 1, type: 'log.written', ...key, source: 's', text: 'x' };
    const reducedOnce = reduceAttempt(emptyAttemptState(key), event);
    expect(reduceAttempt(reducedOnce, event)).toBe(reducedOnce);
    expect(reduceAttempt(reducedOnce, { ...event, seq: 2 }).logs).toHaveLength(2);
  });
});

describe('the checkpoints of an attempt that goes on', () => {
  const announcedCheckpoints = [{ id: 'c', description: 'all of it', after: ['b'], required: false }];
  const checkpointUpdated = (
    state: 'reached' | 'kept' | 'broken' | 'failed_try' | 'out_of_order',
    at: number,
  ): Body => ({
    type: 'checkpoint.updated',
    ...key,
    checkpoint: 'c',
    turn: at,
    state,
    message: `try ${at}`,
  });
  const openCheckpoint = { reached: false, passed: false, outOfOrderAtTurns: [], message: 'try 1' };

  it.each<[string, Body[], object]>([
    ['nothing', [], { ...openCheckpoint, message: undefined }],
    [
      'failed tries',
      [checkpointUpdated('failed_try', 1), checkpointUpdated('failed_try', 2)],
      { ...openCheckpoint, message: 'try 2' },
    ],
    [
      'tries out of order',
      [checkpointUpdated('out_of_order', 1), checkpointUpdated('failed_try', 2), checkpointUpdated('out_of_order', 3)],
      { ...openCheckpoint, outOfOrderAtTurns: [1, 3], message: 'try 3' },
    ],
    [
      'that it was reached',
      [checkpointUpdated('failed_try', 1), checkpointUpdated('reached', 2)],
      { reached: true, passed: true, reachedAtTurn: 2, message: undefined },
    ],
    [
      'that it was kept',
      [checkpointUpdated('kept', 2)],
      { reached: true, passed: true, invariant: 'kept', message: undefined },
    ],
    [
      'that it was broken',
      [checkpointUpdated('broken', 1)],
      { ...openCheckpoint, invariant: 'broken', brokenAtTurn: 1 },
    ],
  ])('know %s', (_what, bodies, expected) => {
    const [checkpoint] = listCheckpoints(folded(...bodies), announcedCheckpoints);
    expect(checkpoint).toMatchObject({ ...announcedCheckpoints[0], ...expected });
    if (!('invariant' in expected)) expect(checkpoint).not.toHaveProperty('invariant');
  });

  it('are those of the result, once there is one', () => {
    const checkpoints = [{ id: 'x', after: [], required: true, reached: true, outOfOrderAtTurns: [], passed: true }];
    const state = folded({ type: 'case.finished', ...key, result: caseResult({ id: 'A', checkpoints }) });
    expect(listCheckpoints(state, announcedCheckpoints)).toEqual(checkpoints);
  });
});
