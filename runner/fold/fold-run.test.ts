import { describe, expect, it } from 'vitest';
import type { CaseResult, RunEvent, RunEventBody } from '../contract/index.ts';
import { defaultEnvironment, runEventSchema } from '../contract/index.ts';
import { checkpoint, dynamicCase, runPlan, standardCase } from '../testing/case-factory.ts';
import { echoAgent, scriptedAgent } from '../testing/fake-agents.ts';
import { caseResult, finishedRun } from '../testing/finished-run.ts';
import { consistencyResult, experimentResult } from '../testing/measured-results.ts';
import { recordRun } from '../testing/record-run.ts';
import { createAttemptFold, emptyAttemptState, reduceAttempt } from './attempt-state.ts';
import { createRunFold, foldRun } from './fold-run.ts';
import { listCheckpoints } from './list-checkpoints.ts';
import { emptyRunState, type RunState } from './run-state.ts';

async function conversation(): Promise<RunEvent[]> {
  const conversationCase = dynamicCase({
    id: 'talk',
    checkpoints: [checkpoint({ id: 'size' }), checkpoint({ id: 'done', after: ['size'] })],
  });
  const plan = runPlan([conversationCase, standardCase({ id: 'call' })]);
  const agents = [scriptedAgent('echo', ['what size?', 'done', 'hi']), scriptedAgent('simulator', ['large'])];
  const { events, done } = recordRun(plan, agents);
  await done;
  return events;
}

const eventsUpTo = (events: RunEvent[], test: (event: RunEvent) => boolean) =>
  events.slice(0, events.findIndex(test) + 1);

describe('the fold of a run', () => {
  it('announces every attempt as queued, then follows it', async () => {
    const events = await conversation();
    const startedState = foldRun(
      emptyRunState('run-1'),
      eventsUpTo(events, (event) => event.type === 'run.started'),
    );
    expect(startedState.rows.map((row) => [row.id, row.attempts[0]?.status])).toEqual([
      ['talk', 'queued'],
      ['call', 'queued'],
    ]);
    const midRun = foldRun(
      startedState,
      eventsUpTo(events, (event) => event.type === 'phase.started' && event.phase === 'simulator'),
    );
    expect(midRun.rows[0]?.attempts[0]).toMatchObject({
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
    const wholeState = foldRun(emptyRunState('run-1'), events);
    expect(events.reduce((state, event) => foldRun(state, [event]), emptyRunState('run-1'))).toEqual(wholeState);
    expect(foldRun(wholeState, events)).toEqual(wholeState);
  });

  it('leaves a state that was looked at as it was, while checkpoints go on', async () => {
    const events = await conversation();
    const fold = createRunFold(emptyRunState('run-1'));
    const snapshots = events.map((event) => {
      fold.apply(event);
      const { pips } = fold.state().rows[0]?.attempts[0] ?? {};
      return { pips, copy: structuredClone(pips) };
    });
    for (const { pips, copy } of snapshots) expect(pips).toEqual(copy);
  });

  it('takes any name for a checkpoint', async () => {
    const startedState = foldRun(emptyRunState('run-1'), (await conversation()).slice(0, 2));
    const event = (name: string, time: number): RunEvent => ({
      v: 1,
      runId: 'run-1',
      seq: startedState.seq + time,
      at: 0,
      type: 'checkpoint.updated',
      suiteKey: 'tests/suite.jsonl',
      caseId: 'talk',
      attempt: 1,
      checkpoint: name,
      turn: 1,
      state: 'reached',
    });
    const state = foldRun(startedState, [event('__proto__', 1), event('constructor', 2)]);
    expect(Object.keys(state.rows[0]?.attempts[0]?.pips ?? {})).toEqual(['__proto__', 'constructor']);
  });

  it('shows attempts that an interrupted run left behind as skipped', async () => {
    const events = eventsUpTo(await conversation(), (event) => event.type === 'turn.finished');
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

describe('the row of an attempt', () => {
  const key = { suiteKey: 's.jsonl', caseId: 'A', attempt: 1 };
  const options = { input: 's.jsonl', attempts: 2, parallel: 1, failFast: false, timeoutMs: 1 };
  const autoRuns = { good: 0.95, bad: 0.7, risk: 0.05, max: 9 };
  const announcedCase = { suiteKey: 's.jsonl', id: 'A', kind: 'consistency' as const, hash: 'h' };

  function foldBodies(bodies: readonly RunEventBody[], stateFields: Partial<RunState> = {}): RunState {
    const runStarted: RunEventBody = {
      type: 'run.started',
      suites: [{ key: 's.jsonl', agentId: 'a' }],
      total: 1,
      cases: [announcedCase],
      options: { ...options, ...stateFields.options },
      environment: defaultEnvironment,
      toolVersion: '1',
    };
    const events = [runStarted, ...bodies].map(
      (body, index): RunEvent => ({ v: 1, runId: 'r', seq: index + 1, at: index, ...body }),
    );
    return foldRun(emptyRunState('r'), events);
  }

  const foldAttempts = (...bodies: Parameters<typeof foldBodies>) => foldBodies(...bodies).rows[0]?.attempts;
  const caseFinished = (resultFields: Partial<CaseResult> = {}, keyFields: Partial<typeof key> = {}): RunEventBody => ({
    type: 'case.finished',
    ...key,
    attempt: resultFields.attempt ?? 1,
    ...keyFields,
    result: caseResult({ id: 'A', ...resultFields }),
  });
  const usage = { agent: { inputTokens: 3, outputTokens: 1, calls: 1, retries: 0 } };

  it('is queued as often as the options say, and once where it is played until it is decided', () => {
    expect(foldAttempts([])?.map(({ attempt, status }) => [attempt, status])).toEqual([
      [1, 'queued'],
      [2, 'queued'],
    ]);
    expect(foldAttempts([], { options: { ...options, autoRuns } })).toHaveLength(1);
  });

  it('counts the answers that came', () => {
    const sample = { label: '1', output: 'x', startedAt: 1, durationMs: 1, toolCalls: [] };
    const sampleFinished: RunEventBody = { type: 'sample.finished', ...key, sample };
    expect(foldAttempts([sampleFinished])?.[0]?.samples).toBe(1);
    expect(foldAttempts([sampleFinished, sampleFinished])?.map(({ samples }) => samples)).toEqual([2, undefined]);
  });

  it.each<[string, Partial<CaseResult>, number]>([
    ['passed', {}, 2],
    ['failed', { status: 'failed' }, 2],
    ['was skipped', { status: 'skipped' }, 1],
    ['decided it', { decision: 'good' }, 1],
  ])('is followed by another of its case, unless it decides it or is skipped: it %s', (_what, parts, count) => {
    const attempts = foldAttempts([caseFinished(parts)], { options: { ...options, autoRuns } });
    expect(attempts).toHaveLength(count);
    expect(attempts?.[1]).toEqual(
      count === 1 ? undefined : { attempt: 2, status: 'queued', setAside: 'repeat', turns: 0 },
    );
    expect(foldAttempts([caseFinished(parts)])).toHaveLength(2);
  });

  it('is queued once, however often the one before it ended', () => {
    const autoOptions = { options: { ...options, autoRuns } };
    expect(foldAttempts([caseFinished(), caseFinished({ attempt: 2 }), caseFinished()], autoOptions)).toHaveLength(3);
    expect(foldBodies([caseFinished({}, { caseId: 'nobody' })], autoOptions).rows[0]?.attempts).toHaveLength(1);
  });

  it('begins anew without what the try before has shown', () => {
    const [row] =
      foldAttempts([
        { type: 'case.started', ...key },
        { type: 'phase.started', ...key, turn: 1, phase: 'agent' },
        { type: 'case.repeated', ...key, result: caseResult({ id: 'A', status: 'error', usage }) },
        { type: 'case.repeated', ...key, result: caseResult({ id: 'A', status: 'error', usage }) },
      ]) ?? [];
    expect(row).toMatchObject({ attempt: 1, status: 'running', startedAt: 1, turns: 0, repeated: 2, phase: undefined });
    const caseRepeated: RunEventBody = { type: 'case.repeated', ...key, result: caseResult({ id: 'A', usage }) };
    expect(foldBodies([caseRepeated, caseFinished({ usage })]).usage.agent).toMatchObject({ inputTokens: 6, calls: 2 });
  });

  it('is decided with its case, and counts a fault that counts', () => {
    expect(foldAttempts([{ type: 'case.decided', ...key, decision: 'bad', passed: 0 }])?.[0]?.decision).toBe('bad');
    const fault = {
      by: 'infra',
      kind: 'server',
      severity: 'critical_hindered',
      rule: '',
      evidence: '',
      confidence: 'certain',
    } as const;
    expect(foldBodies([caseFinished({ status: 'error', fault })]).faults).toEqual({ infra: 1 });
    expect(foldBodies([caseFinished({ status: 'error', fault, setAside: 'quarantine' })]).faults).toEqual({});
  });

  it.each<[Partial<Extract<RunEventBody, { type: 'hook.finished' }>>, string[]]>([
    [{ scope: 'run', phase: 'after', error: 'no disk' }, ['the AfterAll hook failed: no disk']],
    [{ scope: 'case', phase: 'after', error: 'no disk', ...key }, ['A: after script failed: no disk']],
    [{ scope: 'case', phase: 'after', error: 'no disk' }, ['case: after script failed: no disk']],
    [{ scope: 'run', phase: 'before', error: 'no disk' }, []],
    [{ scope: 'run', phase: 'after' }, []],
  ])('may come with a warning: %j', (parts, warnings) => {
    expect(
      foldBodies([{ type: 'hook.finished', scope: 'run', phase: 'after', durationMs: 1, ...parts }]).warnings,
    ).toEqual(warnings);
  });

  it('is left as it is by the end of the run, if it has ended', () => {
    const summary = {
      total: 1,
      attempts: 2,
      counts: emptyRunState('r').counts,
      passRate: null,
      durationMs: 1,
      usage: {},
    };
    const end: RunEventBody = { type: 'run.finished', outcome: 'cancelled', exitCode: 130, reason: 'stopped', summary };
    const state = foldBodies([caseFinished(), { type: 'case.started', ...key, attempt: 2 }, end]);
    expect(state).toMatchObject({ status: 'cancelled', exitCode: 130, reason: 'stopped', summary, finishedAt: 3 });
    expect(state.rows[0]?.attempts).toMatchObject([{ status: 'passed' }, { status: 'skipped', reason: 'stopped' }]);
    expect(state.rows[0]?.attempts[0]).not.toHaveProperty('reason');
    const before = foldBodies([caseFinished(), caseFinished({ attempt: 2 })]);
    expect(foldRun(before, [{ v: 1, runId: 'r', seq: 9, at: 9, ...end }]).rows[0]).toBe(before.rows[0]);
  });

  it('is found in its suite, whatever others hold', () => {
    const other = { ...announcedCase, suiteKey: 't.jsonl' };
    const state = foldBodies([{ type: 'cases.announced', cases: [other] }, caseFinished({}, { suiteKey: 't.jsonl' })]);
    expect(state.rows.map(({ attempts }) => attempts[0]?.status)).toEqual(['queued', 'passed']);
    expect(foldBodies([]).gitCommit).toBeUndefined();
  });
});

describe('a score that comes while a case runs', () => {
  const running = (result: CaseResult): RunState => {
    const { state } = finishedRun([result]);
    const attempts = [{ attempt: 1, status: 'running' as const, turns: 0 }];
    return { ...emptyRunState('run-1'), rows: state.rows.map((row) => ({ ...row, attempts })) };
  };
  const scoreEvents = ({ id, scores = [] }: CaseResult): RunEvent[] =>
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
    const { rows } = foldRun(running(result), scoreEvents(result));
    expect(rows[0]?.attempts[0]).toMatchObject({ status: 'running', verdicts: 2 });
    expect(rows[0]?.attempts[0]?.cells).toEqual(finishedRun([result]).state.rows[0]?.attempts[0]?.cells);
  });

  it('is only counted in the row of a consistency case, which may have hundreds', () => {
    const result = consistencyResult();
    const attempt = foldRun(running(result), scoreEvents(result)).rows[0]?.attempts[0];
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
    const liveState = events
      .filter((event) => event.type !== 'case.finished')
      .reduce(reduceAttempt, emptyAttemptState(key));
    const announcedEvents = [
      { id: 'a', after: [], required: true },
      { id: 'b', after: ['a'], required: true },
    ];
    expect(listCheckpoints(liveState, announcedEvents)).toMatchObject([
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
