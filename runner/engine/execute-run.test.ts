import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../contract/index.ts';
import { emptyRunState, foldRun } from '../fold/index.ts';
import type { HookCall } from '../ports/index.ts';
import { plannedCase, runPlan, standardCase } from '../testing/case-factory.ts';
import { answeringAgent, echoAgent, throwingAgent, unresponsiveAgent, waitingAgent } from '../testing/fake-agents.ts';
import { listResultsInEvents, recordRun } from '../testing/record-run.ts';
import type { Json } from '../values/index.ts';

const threeCases = ['A', 'B', 'C'].map((id) => standardCase({ id }));

function expectWholeLog(events: readonly RunEvent[]): void {
  expect(events.map((event) => event.seq)).toEqual(events.map((_, position) => position + 1));
  expect(events.filter((event) => event.type === 'run.started')).toHaveLength(1);
  expect(events.filter((event) => event.type === 'run.finished')).toHaveLength(1);
  expect(events[0]?.type).toBe('run.started');
  expect(events.at(-1)?.type).toBe('run.finished');
  const formatAttemptKey = (event: { caseId: string; attempt: number }) => `${event.caseId}#${event.attempt}`;
  const started = events.flatMap((event) => (event.type === 'case.started' ? [formatAttemptKey(event)] : []));
  const finished = events.flatMap((event) => (event.type === 'case.finished' ? [formatAttemptKey(event)] : []));
  expect(new Set(finished).size).toBe(finished.length);
  for (const id of started) expect(finished).toContain(id);
}

describe('executeRun', () => {
  it('passes what the agent answers and says so in the last event', async () => {
    const { events, done } = recordRun(runPlan(threeCases), [echoAgent()]);
    const state = await done;
    expectWholeLog(events);
    expect(state).toMatchObject({ status: 'passed', exitCode: 0, counts: { passed: 3 } });
    expect(state.rows.map((row) => row.attempts[0]?.status)).toEqual(['passed', 'passed', 'passed']);
  });

  it('turns an agent that throws into an error of that attempt only', async () => {
    const plan = runPlan([plannedCase(threeCases[0], { agentId: 'thrower' }), plannedCase(threeCases[1])]);
    const { events, done } = recordRun(plan, [echoAgent(), throwingAgent()]);
    const state = await done;
    expectWholeLog(events);
    expect(listResultsInEvents(events).map(({ status, error }) => [status, error])).toEqual([
      ['error', 'agent error: the agent broke'],
      ['passed', undefined],
    ]);
    expect(state).toMatchObject({ status: 'failed', exitCode: 1, reason: '1 error' });
  });

  it('times out an agent that never settles and ignores its signal', async () => {
    const plan = runPlan([plannedCase(standardCase(), { agentId: 'deaf', timeoutMs: 50 })]);
    const { events, clock, done } = recordRun(plan, [unresponsiveAgent()]);
    await clock.advance(50);
    await done;
    expectWholeLog(events);
    expect(listResultsInEvents(events)).toMatchObject([
      { status: 'timeout', error: 'timeout after 50ms: waiting for the agent in turn 1' },
    ]);
    expect(clock.pending()).toBe(0);
  });

  it('aborts work in flight when it is cancelled and skips the rest', async () => {
    const plan = runPlan(threeCases.map((testCase) => plannedCase(testCase, { agentId: 'waiter' })));
    const aborted: unknown[] = [];
    const agent = waitingAgent();
    const { events, controller, done } = recordRun(plan, [agent], {
      observers: [
        {
          name: 'canceller',
          onEvent: (event) => {
            if (event.type === 'phase.started') queueMicrotask(() => controller.abort('SIGTERM'));
          },
        },
      ],
    });
    const state = await done;
    aborted.push(...agent.requests);
    expectWholeLog(events);
    expect(aborted).toHaveLength(1);
    expect(listResultsInEvents(events).map(({ status, reason }) => [status, reason])).toEqual([
      ['skipped', 'cancelled'],
      ['skipped', 'cancelled'],
      ['skipped', 'cancelled'],
    ]);
    expect(state).toMatchObject({ status: 'cancelled', exitCode: 143 });
  });

  it('stops starting after the first failure, and lets what runs finish', async () => {
    const slowAnswer = Promise.withResolvers<string>();
    const slowAgent = answeringAgent('slow', () => slowAnswer.promise);
    const plan = runPlan(
      [
        plannedCase(threeCases[0], { agentId: 'slow' }),
        plannedCase(threeCases[1], { agentId: 'thrower' }),
        plannedCase(threeCases[2]),
      ],
      { options: { failFast: true, parallel: 2 } },
    );
    const { events, done } = recordRun(plan, [slowAgent, throwingAgent(), echoAgent()], {
      observers: [
        {
          name: 'releaser',
          onEvent: (event) => {
            if (event.type === 'case.finished' && event.caseId === 'C') slowAnswer.resolve('late but fine');
          },
        },
      ],
    });
    await done;
    expectWholeLog(events);
    expect(
      Object.fromEntries(listResultsInEvents(events).map(({ id, status, reason }) => [id, reason ?? status])),
    ).toEqual({
      A: 'passed',
      B: 'error',
      C: 'fail-fast',
    });
  });

  it('runs the After hook on a fresh deadline, also after a timeout', async () => {
    const hooks: { phase: string; aborted: boolean; data: Json | undefined }[] = [];
    const plan = runPlan([
      plannedCase(standardCase({ before: 'env_test.Before', after: 'env_test.After' }), {
        agentId: 'deaf',
        timeoutMs: 50,
      }),
    ]);
    const { events, clock, done } = recordRun(plan, [unresponsiveAgent()], {
      scripts: {
        runHook: async (call: HookCall, signal) => {
          hooks.push({ phase: call.phase, aborted: signal.aborted, data: call.arguments[3] });
          return { user: 7 };
        },
        runFunction: () => Promise.reject(new Error('no functions')),
        runTest: () => Promise.reject(new Error('no tests')),
        runMock: () => Promise.reject(new Error('no mocks')),
      },
    });
    await clock.advance(50);
    await done;
    expect(hooks).toEqual([
      { phase: 'before', aborted: false, data: undefined },
      { phase: 'after', aborted: false, data: { user: 7 } },
    ]);
    expect(listResultsInEvents(events)[0]?.status).toBe('timeout');
  });

  it('hands hooks the case as it was written and the result as it is reported', async () => {
    const calls: Json[][] = [];
    const metadata = { scenario: 'empty' };
    const hooks = { before: 'env_test.Before', after: 'env_test.After' };
    const plan = runPlan([
      plannedCase(standardCase({ id: 'A', input: 'Hi', metadata, timeoutMs: 30_000, ...hooks }), { agentId: 'echo' }),
    ]);
    const { done } = recordRun(plan, [echoAgent()], {
      scripts: {
        runHook: async (call: HookCall) => {
          calls.push(call.arguments);
          return { userId: 7 };
        },
        runFunction: () => Promise.reject(new Error('no functions')),
        runTest: () => Promise.reject(new Error('no tests')),
        runMock: () => Promise.reject(new Error('no mocks')),
      },
    });
    await done;
    const context = { locale: 'en-us', authorized: { user_id: 'test-user', team_id: 'test-team' }, metadata };
    const authored = { id: 'A', input: 'Hi', metadata, timeout: '30s', ...hooks };
    const reported = { id: 'A', status: 'passed', input: 'Hi', output: 'Hi', duration_ms: 0, assertions: [] };
    expect(calls).toMatchObject([
      [context, authored],
      [context, authored, reported, { userId: 7 }],
    ]);
  });

  it('turns what scripts print into events of the attempt, and counts the agents that they ask', async () => {
    const plan = runPlan([plannedCase(standardCase({ id: 'A', before: 'env_test.Before' }), { agentId: 'echo' })]);
    const helperAgent = answeringAgent('helper', () => ({
      content: 'done',
      usage: { inputTokens: 3, outputTokens: 4, calls: 1, retries: 0 },
    }));
    const { events, done } = recordRun(plan, [echoAgent(), helperAgent], {
      scripts: {
        runHook: async ({ services }: HookCall) => {
          services?.report?.({ type: 'log', source: 'hook before', text: 'made a user' });
          const messages = [{ role: 'user' as const, content: 'Prepare' }];
          const answer = await services?.askAgent({ agentId: 'helper', messages, options: {} });
          return answer?.content ?? null;
        },
        runFunction: () => Promise.reject(new Error('no functions')),
        runTest: () => Promise.reject(new Error('no tests')),
        runMock: () => Promise.reject(new Error('no mocks')),
      },
    });
    await done;
    const logged = events.filter((event) => event.type === 'log.written');
    expect(logged).toMatchObject([{ caseId: 'A', attempt: 1, source: 'hook before', text: 'made a user' }]);
    expect(listResultsInEvents(events)[0]?.usage?.agent).toMatchObject({ inputTokens: 3, outputTokens: 4 });
  });

  it('makes the case an error and skips After when Before fails; a failing After is a warning', async () => {
    const phases: string[] = [];
    const plan = runPlan([
      standardCase({ id: 'A', before: 'env_test.Before', after: 'env_test.After' }),
      standardCase({ id: 'B', after: 'env_test.After' }),
    ]);
    const { events, done } = recordRun(plan, [echoAgent()], {
      scripts: {
        runHook: (call) => {
          phases.push(call.phase);
          return Promise.reject(new Error(`${call.phase} is broken`));
        },
        runFunction: () => Promise.reject(new Error('no functions')),
        runTest: () => Promise.reject(new Error('no tests')),
        runMock: () => Promise.reject(new Error('no mocks')),
      },
    });
    const state = await done;
    expect(phases).toEqual(['before', 'after']);
    expect(listResultsInEvents(events)).toMatchObject([
      { status: 'error', error: 'before script failed: before is broken' },
      { status: 'passed', warnings: ['after script failed: after is broken'] },
    ]);
    expect(state.warnings).toEqual(['B: after script failed: after is broken']);
  });

  it('is not disturbed by an observer that throws, and tells of it once', async () => {
    const complaints: string[] = [];
    const { events, done } = recordRun(runPlan(threeCases), [echoAgent()], {
      observers: [
        {
          name: 'thrower',
          onEvent: () => {
            throw new Error('observer broke');
          },
        },
      ],
      onObserverError: (observer) => complaints.push(observer),
    });
    const state = await done;
    expectWholeLog(events);
    expect(state.status).toBe('passed');
    expect(complaints).toEqual(['thrower']);
  });

  it('shares nothing between two runs of one process', async () => {
    const first = recordRun(runPlan(threeCases, { runId: 'run-1' }), [echoAgent()]);
    const second = recordRun(runPlan(threeCases, { runId: 'run-2' }), [throwingAgent('echo')]);
    const [one, two] = await Promise.all([first.done, second.done]);
    expectWholeLog(first.events);
    expectWholeLog(second.events);
    expect([one.counts.passed, two.counts.error]).toEqual([3, 3]);
    expect(new Set(first.events.map((event) => event.runId))).toEqual(new Set(['run-1']));
  });

  it('runs as many attempts at once as allowed, never more, each with a session of its own', async () => {
    let running = 0;
    let mostAtOnce = 0;
    const agent = answeringAgent('echo', async () => {
      running += 1;
      mostAtOnce = Math.max(mostAtOnce, running);
      await Promise.resolve();
      running -= 1;
      return 'ok';
    });
    const plan = runPlan(threeCases, { options: { attempts: 3, parallel: 4 } });
    const { done } = recordRun(plan, [agent]);
    const state = await done;
    expect(mostAtOnce).toBe(4);
    expect(new Set(agent.requests.map((request) => request.sessionId)).size).toBe(9);
    expect(state.rows.every((row) => row.attempts.length === 3)).toBe(true);
  });

  it.each([
    ['hello there', 'hello there'],
    ['  two  spaces ', 'two spaces'],
    ['a\n\tline', 'a line'],
    ['a\u00a0no-break space', 'a no-break space'],
    ['a'.repeat(200), 'a'.repeat(120)],
  ])('announces %j with its first words on one line', async (input, preview) => {
    const { events, done } = recordRun(runPlan([standardCase({ input })]), [echoAgent()]);
    await done;
    expect(events[0]).toMatchObject({ cases: [{ preview }] });
  });

  it('announces many cases in events of a bearable size, all before the first starts', {
    tags: 'thorough',
  }, async () => {
    const cases = Array.from({ length: 2_500 }, (_, position) => standardCase({ id: `C${position}` }));
    const { events, done } = recordRun(runPlan(cases), [echoAgent()]);
    const state = await done;
    expect(events.slice(0, 4).map((event) => ('cases' in event ? event.cases.length : event.type))).toEqual([
      1000,
      1000,
      500,
      'case.started',
    ]);
    expect(state.rows.map((row) => row.id)).toEqual(cases.map((testCase) => testCase.id));
    expect(state).toMatchObject({ counts: { passed: 2_500 }, summary: { total: 2_500 } });
  });

  it('reports skipped cases and does not count them', async () => {
    const plan = runPlan([plannedCase(threeCases[0], { skipReason: 'skip' })]);
    const { events, done } = recordRun(plan, [echoAgent()]);
    const state = await done;
    expect(listResultsInEvents(events)).toMatchObject([{ status: 'skipped', reason: 'skip' }]);
    expect(state).toMatchObject({ exitCode: 1, reason: 'nothing was run', summary: { passRate: null } });
  });

  it('keeps a whole log and harmless replay, whatever the agents do and whenever it is cancelled', {
    tags: 'thorough',
  }, async () => {
    const behaviour = fc.constantFrom('echo', 'thrower', 'deaf', 'waiter');
    await fc.assert(
      fc.asyncProperty(
        fc.array(behaviour, { minLength: 1, maxLength: 8 }),
        fc.record({
          parallel: fc.integer({ min: 1, max: 4 }),
          attempts: fc.integer({ min: 1, max: 3 }),
          failFast: fc.boolean(),
        }),
        fc.option(fc.integer({ min: 1, max: 120 })),
        async (behaviours, options, cancelAfter) => {
          const cases = behaviours.map((agentId, position) =>
            plannedCase(standardCase({ id: `C${position}` }), { agentId, timeoutMs: 30 }),
          );
          const { events, clock, controller, done } = recordRun(runPlan(cases, { options }), [
            echoAgent(),
            throwingAgent(),
            unresponsiveAgent(),
            waitingAgent(),
          ]);
          if (cancelAfter !== null) clock.after(cancelAfter, () => controller.abort());
          await clock.advance(30 * behaviours.length * options.attempts + 200);
          const state = await done;
          expectWholeLog(events);
          const once = foldRun(emptyRunState('run-1'), events);
          expect(foldRun(once, events)).toEqual(once);
          expect(events.reduce((state, event) => foldRun(state, [event]), emptyRunState('run-1'))).toEqual(state);
        },
      ),
      { numRuns: 60 },
    );
  });
});
