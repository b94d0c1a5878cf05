import { describe, expect, it } from 'vitest';
import type { CaseResult, RunEvent } from '../contract/index.ts';
import { runEventSchema } from '../contract/index.ts';
import { checkpoint, dynamicCase, runPlan, standardCase } from '../testing/case-factory.ts';
import { echoAgent, scriptedAgent } from '../testing/fake-agents.ts';
import { finishedRun } from '../testing/finished-run.ts';
import { consistencyResult, experimentResult } from '../testing/measured-results.ts';
import { recordRun } from '../testing/record-run.ts';
import { createAttemptFold, emptyAttemptState, reduceAttempt } from './attempt-state.ts';
import { checkpointsOf } from './checkpoints-of.ts';
import { createRunFold, foldRun } from './fold-run.ts';
import { emptyRunState, type RunState } from './run-state.ts';

async function conversation(): Promise<RunEvent[]> {
  const talk = dynamicCase({
    id: 'talk',
    checkpoints: [checkpoint({ id: 'size' }), checkpoint({ id: 'done', after: ['size'] })],
  });
  const plan = runPlan([talk, standardCase({ id: 'call' })]);
  const agents = [scriptedAgent('echo', ['what size?', 'done', 'hi']), scriptedAgent('simulator', ['large'])];
  const { events, done } = recordRun(plan, agents);
  await done;
  return events;
}

const upTo = (events: RunEvent[], test: (event: RunEvent) => boolean) => events.slice(0, events.findIndex(test) + 1);

describe('the fold of a run', () => {
  it('announces every attempt as queued, then follows it', async () => {
    const events = await conversation();
    const started = foldRun(
      emptyRunState('run-1'),
      upTo(events, (event) => event.type === 'run.started'),
    );
    expect(started.rows.map((row) => [row.id, row.attempts[0]?.status])).toEqual([
      ['talk', 'queued'],
      ['call', 'queued'],
    ]);
    const asked = foldRun(
      started,
      upTo(events, (event) => event.type === 'phase.started' && event.phase === 'simulator'),
    );
    expect(asked.rows[0]?.attempts[0]).toMatchObject({
      status: 'running',
      turns: 1,
      phase: { turn: 2, phase: 'simulator' },
      pips: { size: { state: 'reached', turn: 1 }, done: { state: 'failed_try', turn: 1 } },
    });
  });

  it('leaves the state that it was given as it was', async () => {
    const events = await conversation();
    const before = foldRun(emptyRunState('run-1'), events.slice(0, 3));
    const copy = structuredClone(before);
    foldRun(before, events);
    expect(before).toEqual(copy);
  });

  it('folds one by one to what it folds to in one go, and twice to what it folds to once', async () => {
    const events = await conversation();
    const whole = foldRun(emptyRunState('run-1'), events);
    expect(events.reduce((state, event) => foldRun(state, [event]), emptyRunState('run-1'))).toEqual(whole);
    expect(foldRun(whole, events)).toEqual(whole);
  });

  it('leaves a state that was looked at as it was, while checkpoints go on', async () => {
    const events = await conversation();
    const fold = createRunFold(emptyRunState('run-1'));
    const seen = events.map((event) => {
      fold.apply(event);
      const { pips } = fold.state().rows[0]?.attempts[0] ?? {};
      return { pips, copy: structuredClone(pips) };
    });
    for (const { pips, copy } of seen) expect(pips).toEqual(copy);
  });

  it('takes any name for a checkpoint', async () => {
    const started = foldRun(emptyRunState('run-1'), (await conversation()).slice(0, 2));
    const event = (name: string, at: number): RunEvent => ({
      ...{ v: 1, runId: 'run-1', seq: started.seq + at, at: 0, type: 'checkpoint.updated' },
      ...{ suiteKey: 'tests/suite.jsonl', caseId: 'talk', attempt: 1, checkpoint: name, turn: 1, state: 'reached' },
    });
    const state = foldRun(started, [event('__proto__', 1), event('constructor', 2)]);
    expect(Object.keys(state.rows[0]?.attempts[0]?.pips ?? {})).toEqual(['__proto__', 'constructor']);
  });

  it('shows attempts that an interrupted run left behind as skipped', async () => {
    const events = upTo(await conversation(), (event) => event.type === 'turn.finished');
    const running = foldRun(emptyRunState('run-1'), events);
    const end: RunEvent = {
      v: 1,
      runId: 'run-1',
      seq: running.seq + 1,
      at: 0,
      type: 'run.finished',
      outcome: 'interrupted',
      exitCode: 1,
      reason: 'interrupted',
      summary: { total: 2, attempts: 1, counts: running.counts, passRate: null, durationMs: 0, usage: {} },
    };
    const state = foldRun(running, [end]);
    expect(state.status).toBe('interrupted');
    expect(state.rows.map((row) => row.attempts[0])).toMatchObject([
      { status: 'skipped', reason: 'interrupted' },
      { status: 'skipped', reason: 'interrupted' },
    ]);
  });
});

describe('a score that comes while a case runs', () => {
  const running = (result: CaseResult): RunState => {
    const { state } = finishedRun([result]);
    const attempts = [{ attempt: 1, status: 'running' as const, turns: 0 }];
    return { ...emptyRunState('run-1'), rows: state.rows.map((row) => ({ ...row, attempts })) };
  };
  const scored = ({ id, scores = [] }: CaseResult): RunEvent[] =>
    scores.map((score, position) => ({
      v: 1,
      runId: 'run-1',
      seq: position + 1,
      at: 0,
      type: 'score.finished',
      suiteKey: 'tests/suite.jsonl',
      caseId: id,
      attempt: 1,
      score,
    }));

  it('is in the row of an experiment at once, as it is when the case has finished', () => {
    const result = experimentResult();
    const { rows } = foldRun(running(result), scored(result));
    expect(rows[0]?.attempts[0]).toMatchObject({ status: 'running', verdicts: 2 });
    expect(rows[0]?.attempts[0]?.cells).toEqual(finishedRun([result]).state.rows[0]?.attempts[0]?.cells);
  });

  it('is only counted in the row of a consistency case, which may have hundreds', () => {
    const result = consistencyResult();
    const attempt = foldRun(running(result), scored(result)).rows[0]?.attempts[0];
    expect(attempt).toMatchObject({ verdicts: 3 });
    expect(attempt?.cells).toBeUndefined();
  });
});

describe('reduceAttempt', () => {
  const key = { suiteKey: 'tests/suite.jsonl', caseId: 'talk', attempt: 1 };

  it('gathers the conversation of its own attempt and nothing of others', async () => {
    const events = await conversation();
    const state = events.reduce(reduceAttempt, emptyAttemptState(key));
    expect(state).toMatchObject({ status: 'passed', result: { id: 'talk' } });
    expect(state.turns.map((turn) => turn.output)).toEqual(['what size?', 'done']);
    expect(events.reduce(reduceAttempt, state)).toEqual(state);
    const fold = createAttemptFold(key);
    for (const event of [...events, ...events]) fold.apply(event);
    expect(fold.state()).toEqual(state);
    const other = events.reduce(reduceAttempt, emptyAttemptState({ ...key, caseId: 'call' }));
    expect(other.turns.map((turn) => turn.output)).toEqual(['hi']);
  });

  it('knows the checkpoints while the conversation goes on', async () => {
    const plan = runPlan([
      dynamicCase({
        id: 'talk',
        maxTurns: 2,
        checkpoints: [checkpoint({ id: 'a' }), checkpoint({ id: 'b', after: ['a'] })],
      }),
    ]);
    const { events, done } = recordRun(plan, [echoAgent(), scriptedAgent('simulator', ['b'])]);
    await done;
    const live = events.filter((event) => event.type !== 'case.finished').reduce(reduceAttempt, emptyAttemptState(key));
    const announced = [
      { id: 'a', after: [], required: true },
      { id: 'b', after: ['a'], required: true },
    ];
    expect(checkpointsOf(live, announced)).toMatchObject([
      { id: 'a', reached: false, message: 'expected output to contain "a", got "b"' },
      { id: 'b', reached: false, outOfOrderAtTurns: [2] },
    ]);
  });
});

describe('an event', () => {
  it('survives the way through JSON and its schema', async () => {
    for (const event of await conversation()) {
      expect(runEventSchema.parse(JSON.parse(JSON.stringify(event)))).toEqual(event);
    }
  });
});
